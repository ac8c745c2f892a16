"""Selects and formats findings: codes, comments that ignore findings, formats, fixes. Makes no findings itself."""
