"""The report as one HTML file for people: no network, no script, readable on a phone and on paper."""
