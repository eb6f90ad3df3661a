/** Kinds of lines of a ledger. Apart from their contract, because a browser offers them without zod. */
export const LEDGER_ENTRY_KINDS = ['granted', 'spent', 'refunded', 'expired', 'clawed_back', 'adjusted'] as const;
export type LedgerEntryKind = (typeof LEDGER_ENTRY_KINDS)[number];
