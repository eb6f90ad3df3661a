import { AUDIT_ACTIONS } from '@clearcut/schemas/support/kinds';
import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import { TRANSLATIONS } from '@clearcut/schemas/languages';
import { expect, test } from 'vitest';
import { auditCsv } from './audit-csv.ts';

test.for(TRANSLATIONS.map(({ code }) => code))(
  'the exported staff log has words for each action in %s',
  async (language) => {
    const entries = AUDIT_ACTIONS.map((action): AuditEntry => ({
      id: '5ac7f0de-0000-4000-8000-000000000001',
      date: '2026-01-01T12:00:00.000Z',
      staffId: 'a1f6c0de-0000-4000-8000-000000000001',
      staffEmail: null,
      action,
      lookedBy: null,
      keyDigest: null,
      found: null,
      target: null,
      reason: null,
    }));
    async function* batches() {
      yield await Promise.resolve(entries);
    }
    const csv = (await auditCsv(batches(), language).toArray()).join('');
    expect(csv.trim().split('\n')).toHaveLength(1 + entries.length);
  },
);
