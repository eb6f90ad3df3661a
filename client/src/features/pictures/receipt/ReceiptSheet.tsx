import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Receipt } from '@clearcut/schemas/transaction/saves-http';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { CopyText } from './CopyText.tsx';
import { Folded } from './Folded.tsx';
import { Fact, IdFact, Section } from './Section.tsx';
import { Summary } from './Summary.tsx';
import { useSettingsWords } from './useSettingsWords.ts';
import { Verify } from './Verify.tsx';

export interface ReceiptSheetProps {
  readonly receipt: Receipt;
  /** Undefined once the picture is deleted. */
  readonly view: TransactionView | undefined;
}

/** Digests and ids come last, collapsed. */
export function ReceiptSheet({ receipt, view }: ReceiptSheetProps) {
  const { t } = useTranslation('receipt');
  const format = useFormat();
  const words = useSettingsWords()(receipt.settings);
  const { file, original, ledger, model, secondModel, refinement, renderer, masks, event } = receipt;
  return (
    <>
      <Summary receipt={receipt} view={view} />
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
      <Folded title={t('proof.title')} lead={t('proof.lead')}>
        {ledger !== null && (
          <Section title={t('paid.title')} lead={t('paid.lead')}>
            <Fact name={t('paid.at')}>{format.moment(ledger.chargedAt)}</Fact>
            <IdFact name={t('paid.entry')} id={ledger.entryId} />
            <IdFact name={t('paid.team')} id={ledger.teamId} />
          </Section>
        )}
        <Section title={t('file.title')} lead={t('file.lead')}>
          <IdFact name={t('digest')} id={file.sha256} />
        </Section>
        <Section title={t('original.title')} lead={t('original.lead')}>
          <Fact name={t('original.size')}>{format.pixels(original)}</Fact>
          <IdFact name={t('digest')} id={original.sha256} />
        </Section>
        <Section title={t('made.title')} lead={t('made.lead')}>
          <ModelFact name={t('made.model')} model={model} />
          {secondModel !== null && <ModelFact name={t('made.secondModel')} model={secondModel} />}
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
      </Folded>
      <Typography
        component="p"
        sx={{ display: 'none', '@media print': { display: 'block', marginBlockStart: 0.75, fontSize: 'fine' } }}
      >
        {location.href}
      </Typography>
    </>
  );
}

function ModelFact({ name, model }: { readonly name: string; readonly model: Receipt['model'] }) {
  const { t } = useTranslation('receipt');
  return (
    <Fact name={name}>
      <span dir="ltr">{`${model.name} ${model.version}`}</span>
      <CopyText text={model.sha256} what={t('digest')} />
    </Fact>
  );
}
