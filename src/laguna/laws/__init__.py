"""The laws that every game keeps, as functions: for `laguna check`, for our tests, and for those of outside games.

A law takes a plug-in, or one way to play it (`cases.Case`), and raises `LawBroken` where it does not hold. A test of an
outside game may run them all at once:

    from laguna.laws.check import assert_lawful
    from laguna_pig import PLUGIN

    def test_pig_keeps_the_laws():
        assert_lawful(PLUGIN)

or one at a time, to see each by its name: `check.LAWS` lists them.
"""
