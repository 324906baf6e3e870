"""Findings, records and standings as text."""
