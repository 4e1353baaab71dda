"""A small runtime for .prompty files, written from the specification's documents and independent of the C++ reference.

A module each: `frontmatter` and `yaml_text` read a file, `references` and `shorthand` make an agent of it (`agent`), `inputs`,
`rendering`, `markers` and `preparing` make messages, `*_request` a provider's request, `*_answer` and `*_stream` a result.
"""
