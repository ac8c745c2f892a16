"""The process behind `parlour`: arguments, output, signals and exit codes. The commands are in `commands`."""
