import type { Receipt } from '@clearcut/schemas/transaction/saves-http';
import { saveFile } from '../../../lib/save-file.ts';

export const receiptFileName = ({ saveId }: Pick<Receipt, 'saveId'>): string => `clearcut-receipt-${saveId}.json`;

/** In the format that the operator's command reads. */
export function saveReceipt(receipt: Receipt): void {
  saveFile(new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }), receiptFileName(receipt));
}
