"""`parlour completion`: prints the script that lets a shell complete the commands of Parlour.

The scripts know nothing about commands: at each Tab they ask `parlour completion --line`.
"""

from __future__ import annotations

from argparse import Namespace

from parlour.cli.console import Console
from parlour.commands import Command

BASH = r"""# Completion of `parlour` in bash. Add this line to ~/.bashrc:
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
"""

ZSH = r"""#compdef parlour
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
"""

FISH = r"""# Completion of `parlour` in fish. Save this as ~/.config/fish/completions/parlour.fish:
#   parlour completion fish > ~/.config/fish/completions/parlour.fish
function __parlour_complete
    set -l found (parlour completion fish --line=(commandline -cp | string collect) 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c parlour -f -a '(__parlour_complete)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def run(asked: Namespace, console: Console) -> int:
    if asked.line is None:
        console.say(SCRIPTS[asked.shell].rstrip())
        return 0
    from parlour.commands.candidates import candidates  # slow to import, and not needed for a script

    for name, meaning in candidates(asked.line, console):
        console.say(name if asked.shell == "bash" else f"{name}\t{meaning}")
    return 0


COMMAND = Command("completion", run)
