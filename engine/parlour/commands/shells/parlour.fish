# Completion of `parlour` in fish. Save this as ~/.config/fish/completions/parlour.fish:
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
