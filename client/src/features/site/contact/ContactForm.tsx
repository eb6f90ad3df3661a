import { CONTACT_SUBJECT_LENGTH, CONTACT_TEXT_LENGTH } from '@clearcut/schemas/constants';
import { CONTACT_REASONS, type ContactForm as FormName, contactSchema } from '@clearcut/schemas/contact/http';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useProblemText } from '../../../lib/forms/useProblemText.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { contactContracts } from '@clearcut/schemas/contracts/contact';
import { addressOf, call } from '../../../lib/contracts/call.ts';
import { sharePictures } from './api.ts';
import { PicturesField } from './PicturesField.tsx';

export interface ContactFormProps {
  readonly form: FormName;
  /** The member's; without it the form asks for an address. */
  readonly email?: string;
  /** The sender may have pictures here. */
  readonly offersPictures: boolean;
  readonly onSent: () => void;
}

type Problems = Readonly<Record<string, string>>;

/**
 * A plain form with its own address, so that it works without scripts. With them it validates and stays on the page.
 */
export function ContactForm({ form, email, offersPictures, onSent }: ContactFormProps) {
  const { t } = useTranslation('contact');
  const language = useLanguage();
  const { hasCredits } = useSiteFacts();
  const failureText = useFailureText();
  const problemText = useProblemText();
  const element = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<readonly TransactionView[]>([]);

  const send = async (fields: FormData): Promise<void> => {
    setFailure(undefined);
    const found = problemsOf(fields);
    setProblems(found);
    const first = Object.keys(found)[0];
    if (first !== undefined) {
      element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      const { id } = await call(contactContracts.send, { bytes: fields });
      const refused = await sharePictures(chosen, id);
      if (refused.length > 0) {
        const names = refused.map(({ originalFileName }) => originalFileName).join(', ');
        showToast(t('pictures.failed', { names }), { tone: 'error', durationMs: 10_000 });
      }
      onSent();
    } catch (error) {
      setFailure(toFailure(error));
    } finally {
      setBusy(false);
    }
  };
  const field = (name: string) => {
    const problem = problemText(problems[name]);
    return { name, label: t(`field.${name}` as 'field.email'), error: problem !== undefined, helperText: problem };
  };

  return (
    <Box
      component="form"
      ref={element}
      method="post"
      action={addressOf(contactContracts.send, { query: { language } })}
      encType="multipart/form-data"
      onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
    >
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="language" value={language} />
      {email === undefined ? (
        <TextField {...field('email')} type="email" autoComplete="email" required disabled={busy} />
      ) : (
        <input type="hidden" name="email" value={email} />
      )}
      {form === 'admin' && (
        <TextField
          {...field('reason')}
          select
          slotProps={{ select: { native: true } }}
          defaultValue="question"
          disabled={busy}
        >
          {CONTACT_REASONS.filter((reason) => hasCredits || reason !== 'billing').map((reason) => (
            <option key={reason} value={reason}>
              {t(`reason.${reason}`)}
            </option>
          ))}
        </TextField>
      )}
      <TextField
        {...field('subject')}
        required
        disabled={busy}
        slotProps={{ htmlInput: { maxLength: CONTACT_SUBJECT_LENGTH } }}
      />
      <TextField
        {...field('message')}
        required
        multiline
        rows={6}
        disabled={busy}
        slotProps={{ htmlInput: { maxLength: CONTACT_TEXT_LENGTH } }}
      />
      {offersPictures && <PicturesField chosen={chosen} disabled={busy} onChange={setChosen} />}
      <div>
        <Typography component="label" htmlFor="contact-file" sx={{ display: 'block', fontWeight: 'strong' }}>
          {t('field.file')}
        </Typography>
        <Box
          component="input"
          id="contact-file"
          type="file"
          name="file"
          accept="image/jpeg,image/png,application/pdf"
          disabled={busy}
          sx={{ font: 'inherit', marginBlockStart: 0.75, width: '100%' }}
        />
      </div>
      <Box>
        <Button type="submit" variant="contained" color="primary" size="large" disabled={busy} aria-busy={busy}>
          {t('send')}
        </Button>
        <Typography
          role="alert"
          sx={{ color: 'error.main', fontWeight: 'strong', '&:empty': { display: 'none' }, marginBlockStart: 1.5 }}
        >
          {failure === undefined ? '' : failureText(failure)}
        </Typography>
      </Box>
    </Box>
  );
}

function problemsOf(fields: FormData): Problems {
  const texts = [...fields].filter(([, value]) => typeof value === 'string');
  const parsed = contactSchema.safeParse(Object.fromEntries(texts));
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) problems[path.join('.')] ??= message;
  return problems;
}
