"""What the names in generated source mean that are not defined there: tables, and functions of `runtime`."""

from __future__ import annotations

import re

MEANINGS = {
    # tables, looked up by a card, a rank …; their last entry is for none
    "RANK": "the rank of a card",
    "SUIT": "the suit of a card",
    "COLOUR": "the colour of a card",
    "COLOUR_OF_SUIT": "the colour of a suit",
    "FACE": "what a card shows, as a number",
    "BARE": "a card without what it counts as",
    "BIT": "a card as a set of one",
    "PIPS": "what a rank is worth by its pips",
    "OF_RANK": "the cards of a rank",
    "UNDER_RANK": "the cards of all lower ranks",
    "OF_SUIT": "the cards of a suit",
    "OF_FACE": "the cards that show a face",
    "LIKE_RANK": "the cards of the same rank as a card",
    "LIKE_SUIT": "the cards of the same suit as a card",
    "LIKE_FACE": "the cards that show the same as a card",
    "NEXT": "who sits next to a player",
    "SIDE_OF": "the side of a player",
    "SIDE_MEMBERS": "the players of a side",
    "LAYOUT": "how the cells of the state are laid out",
    "ORIGINS": "the lines of the ruleset, by their numbers",
    # faults: the last argument is the line of the ruleset
    "sure": "a value that must not be none",
    "key": "a value that must be a key of a variable or a zone",
    "bounded": "a fault: the number is too large",
    "product": "a product that must not be too large",
    "quotient": "a division by what must not be 0",
    "remainder": "the rest of a division by what must not be 0",
    "put_field": "a record with another value in one of its fields",
    "marked": "a card that must be there to be marked",
    "no_card": "a fault: there is no card to move",
    "out_of_rounds": "a fault: the loop has reached its limit",
    "spend": "counts rounds, so that nothing goes on for ever",
    "spent": "what is run over, its rounds counted",
    "Many": "left to the interpreter: more sets than are worth listing",
    "few_sets": "the sets of cards to choose from; many are left to the interpreter",
    # looking
    "in_order": "the cards of a set in their order, identical ones as they lie",
    "first_card": "the first card of a set in that order",
    "members": "the members of a set, one after the other",
    "has": "is something in a set?",
    "beside": "the cards besides which there is another one in a set",
    "builtin": "a built-in function of the language",
    "showing": "the cards of some ranks, suits or faces",
    "guised": "a card that counts as a face",
    "deadwood": "what counts of some cards after the best melds",
    "is_meld": "are these cards a meld?",
    "melded": "the cards that are in the best melds",
    "members_of_sides": "the players of some sides",
    "next_after": "who is still in and sits next to a player",
    "seats_from": "who is still in, in the order of play",
    "row_cards": "the set of the cards in an ordered zone",
    "column_cards": "the set of the cards in a zone with columns",
    "column_count": "how many columns have a card",
    "in_row": "the places and cards of an ordered zone",
    "in_columns": "the places and cards of a zone with columns",
    "zone_cards": "the set of the cards in a zone",
    "zone_size": "how many cards lie in a zone",
    "zone_end": "the top card of a zone, or the bottom one",
    "zone_place": "the card at a place of a zone",
    "row_place": "the card at a place of an ordered zone",
    "column_place": "the card in a column of a zone",
    "contents": "the cards of a zone in their order",
    "place_of": "where in its zone a card lies",
    "face_up": "does a card lie face up?",
    # choices
    "groups": "the sets of cards of one rank that can be chosen",
    "ranks_with": "the ranks of which enough cards are there",
    "alike": "the sets that can be chosen of cards of one rank",
    "sets": "the sets of cards that can be chosen",
    "once": "cards, but only one of those that make no difference",
    "distinct": "choices, but only one of those that make no difference",
    "guises": "cards as themselves and as what they may stand for",
    "places": "the places of a zone",
    # doing
    "pick_number": "a number at random",
    "pick_member": "a member of a set at random",
    "pick_card": "a card of a set at random, by that order",
    "watch": "has this position been there before?",
    "gather": "all cards go back to the box",
    "put_card": "moves a card to a zone",
    "put_zone": "moves all cards of a zone to another",
    "packed_zone": "moves all cards of a zone where they are shuffled",
    "packed_set": "moves cards where they are shuffled",
    "put_anyhow": "moves cards to any place of a zone, turned or not",
    "take": "takes a card from where it lies",
    "turn": "turns cards over",
    "deal_to": "deals cards from a zone to another",
    "deal_round": "deals to everybody in turn",
    "shuffle": "shuffles a zone",
    "opened": "what was answered to a question that all answer at once",
    # in the two functions for any question
    "answers": "the functions `legal_n`, by question",
    "steps": "the functions `step_n`, by question",
    "unanswerable": "a fault: nothing can be answered",
    "go_on": "does what is left to be done",
}

_NAME = re.compile(r"\b[A-Za-z_]+\b(?=[\[(])")


def used_in(text: str) -> list[tuple[str, str]]:
    """Those names that a source calls or looks up, with their meanings."""
    found = set(_NAME.findall(text)) | ({"LAYOUT"} if "LAYOUT" in text else set())
    return [(name, meaning) for name, meaning in MEANINGS.items() if name in found]
