# Completion of `parlour` in bash. Add this line to ~/.bashrc:
#   eval "$(parlour completion bash)"
_parlour() {
    local line=${COMP_LINE:0:COMP_POINT} typed last candidate
    typed=${line##*[[:space:]]}
    last=${typed##*["$COMP_WORDBREAKS"]}  # bash replaces only what follows a `=` or `:`
    COMPREPLY=()
    while IFS= read -r candidate; do
        COMPREPLY+=("${candidate#"${typed%"$last"}"}")
    done < <(parlour completion bash --line="$line" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -gt 0 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o default -F _parlour parlour
