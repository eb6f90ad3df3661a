import type { Receipt } from '@clearcut/schemas/transaction/saves-http';
import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { useProfile } from '../auth/session/useProfile.ts';
import { payerQuery } from './api.ts';
import { CopyText } from './CopyText.tsx';
import { Fact, IdFact, Section } from './Section.tsx';
import { useSettingsWords } from './useSettingsWords.ts';
import { Verify } from './Verify.tsx';

/** Everything that a receipt says, in the order in which a person asks. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('receipt');
  const format = useFormat();
  const { pk, team_permissions: may } = useProfile();
  const words = useSettingsWords()(receipt.settings);
  const { file, original, ledger, model, refinement, renderer, masks, event } = receipt;
  const isMine = ledger.userId === pk;
  const { data: payer } = useQuery({
    ...payerQuery(ledger.userId),
    enabled: !isMine && may.sections.includes('transactionHistory'),
  });
  const pixels = ({ width, height }: { width: number; height: number }) =>
    t('pixels', { width: format.number(width), height: format.number(height) });
  return (
    <>
      <Section title={t('paid.title')} lead={t('paid.lead')}>
        <Fact name={t('paid.credits')}>
          {t('paid.amount', {
            count: ledger.credits,
            number: format.number(ledger.credits),
            balance: format.number(ledger.balance),
          })}
        </Fact>
        <Fact name={t('paid.at')}>{format.moment(ledger.chargedAt)}</Fact>
        <Fact name={t('paid.by')}>
          {isMine ? (
            t('paid.you')
          ) : (
            <>
              {payer && <bdi>{payer.actorName ?? t('paid.former')}</bdi>}
              <CopyText text={ledger.userId} what={t('paid.by')} />
            </>
          )}
        </Fact>
        <IdFact name={t('paid.entry')} id={ledger.entryId} />
        <IdFact name={t('paid.team')} id={ledger.teamId} />
      </Section>
      <Section title={t('file.title')} lead={t('file.lead')}>
        <Fact name={t('file.size')}>
          {t('file.png', { pixels: pixels(file), bytes: format.bytes(file.bytes), exact: format.number(file.bytes) })}
        </Fact>
        <Fact name={t('file.savedAt')}>{format.moment(receipt.savedAt)}</Fact>
        <IdFact name={t('digest')} id={file.sha256} />
      </Section>
      <Section title={t('original.title')} lead={t('original.lead')}>
        <Fact name={t('original.size')}>{pixels(original)}</Fact>
        <IdFact name={t('digest')} id={original.sha256} />
      </Section>
      <Section title={t('made.title')} lead={t('made.lead')}>
        <Fact name={t('made.model')}>
          <span dir="ltr">{`${model.name} ${model.version}`}</span>
          <CopyText text={model.sha256} what={t('digest')} />
        </Fact>
        <Fact name={t('made.refinement')}>
          {refinement === null ? (
            t('made.unrefined')
          ) : (
            <span dir="ltr">{`${refinement.method} ${refinement.version}`}</span>
          )}
        </Fact>
        <Fact name={t('made.renderer')}>
          <span dir="ltr">{`${renderer.name} ${renderer.version}`}</span>
        </Fact>
      </Section>
      <Section title={t('settings.title')} lead={t('settings.lead')}>
        <Fact name={t('settings.background')}>{words.background}</Fact>
        <Fact name={t('settings.position')}>{words.position}</Fact>
        <Fact name={t('settings.shadow')}>{words.shadow}</Fact>
        <Fact name={t('settings.strokes')}>
          {masks.length === 0
            ? t('settings.noStrokes')
            : t('settings.strokeCount', { count: masks.length, number: format.number(masks.length) })}
        </Fact>
      </Section>
      <Section title={t('log.title')} lead={t('log.lead')}>
        <IdFact name={t('log.event')} id={event.id} />
        <IdFact name={t('log.stream')} id={event.stream} />
        <Fact name={t('log.place')}>
          {t('log.placeText', { version: format.number(event.version), position: event.position })}
        </Fact>
        <IdFact name={t('log.state')} id={receipt.pictureState} />
        <IdFact name={t('log.save')} id={receipt.saveId} />
      </Section>
      <Verify receipt={receipt} />
      <Typography
        component="p"
        sx={{ display: 'none', '@media print': { display: 'block', marginBlockStart: '6px', fontSize: '0.8125rem' } }}
      >
        {location.href}
      </Typography>
    </>
  );
}
