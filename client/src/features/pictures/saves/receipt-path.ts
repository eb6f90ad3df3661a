export const receiptPath = (transactionId: string, saveId: string): string => `/app/receipt/${transactionId}/${saveId}`;
