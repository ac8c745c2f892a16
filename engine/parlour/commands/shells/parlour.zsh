#compdef parlour
# Completion of `parlour` in zsh. Add this line to ~/.zshrc, after `autoload -U compinit && compinit`:
#   eval "$(parlour completion zsh)"
_parlour() {
    local -a names values lines
    local line
    lines=("${(@f)$(parlour completion zsh --line="${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" 2>/dev/null)}")
    for line in "${lines[@]}"; do
        case $line in
            '') ;;
            *=$'\t'*) names+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
            *) values+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
        esac
    done
    if (( ! ${#names} && ! ${#values} )); then
        _files
        return
    fi
    (( ${#values} )) && _describe -t values 'parlour' values
    (( ${#names} )) && _describe -t names 'parlour' names -S ''
    return 0
}
compdef _parlour parlour
