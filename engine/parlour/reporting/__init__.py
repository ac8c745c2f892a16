"""Selects and formats findings: selected codes, comments that ignore findings, formats, fixes. Makes no findings
itself."""
