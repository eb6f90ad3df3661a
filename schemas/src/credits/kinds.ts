/** Separate from the contract, so that the browser needs no zod. */
export const LEDGER_ENTRY_KINDS = ['granted', 'spent', 'refunded', 'expired', 'clawed_back', 'adjusted'] as const;
export type LedgerEntryKind = (typeof LEDGER_ENTRY_KINDS)[number];
