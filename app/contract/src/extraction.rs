//! What becomes of a turn on its way to memories.

use crate::memory::words;

words!(
    /// Why something that was said is not remembered.
    Refusal {
        /// It is not the person's own words: a tool's, a document's, the assistant's, a quotation.
        NotUsersWords = "not_users_words",
        /// Orders about what to remember, in somebody else's voice.
        InstructionInDocument = "instruction_in_document",
        /// We put it there ourselves: a recalled memory that comes back.
        InjectedMemory = "injected_memory",
        /// The words that it is said to come from are not in the turn.
        NotLiteral = "not_literal",
        /// It says more than the words that it comes from.
        Unsupported = "unsupported",
        /// The person does not want it remembered.
        DoNotRemember = "do_not_remember",
        /// It holds a key, a password, a card number.
        Secret = "secret",
        /// It asks something.
        Question = "question",
        /// It is meant as a joke.
        Joke = "joke",
        /// It is a guess, or what would be if.
        Guess = "guess",
        /// It is over in a moment.
        Momentary = "momentary",
        /// It is about somebody else.
        AboutOther = "about_other",
        /// It is too long, or says nothing that can be read.
        Unreadable = "unreadable",
        /// It is not sure enough that it will be of use.
        NotWorth = "not_worth",
        /// The person has deleted this very statement.
        DeletedByOwner = "deleted_by_owner",
    }
);
