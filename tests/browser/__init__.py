"""Tests with a real browser against a real server.

A package, so that pytest can end its browser and its server before it goes on to other tests.
"""
