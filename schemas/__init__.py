"""What crosses the wire, both ways: the shapes of bodies, states, moves, records and answers.

Only this package and the service know JSON. A body is read by a marshmallow schema that was built once,
when the module was imported, with one field for each compound value (`schemas.shapes`); answers are
plain data that the referee made, and their shapes stand here for the OpenAPI document and for tests.
"""
