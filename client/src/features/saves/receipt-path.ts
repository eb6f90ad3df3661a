/** The page that explains an HD file: its bytes, its settings, and what it was paid with. */
export const receiptPath = (transactionId: string, saveId: string): string => `/app/receipt/${transactionId}/${saveId}`;
