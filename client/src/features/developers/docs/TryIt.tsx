import type { ApiDocument, Operation } from '@clearcut/schemas/api-reference/document';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MONOSPACE, REFERENCE } from './reference.ts';
import { fieldsOfCall, sendCall, type CallAnswer, type CallField, type CallValues } from './try-call.ts';

const Key = createContext<readonly [string, (key: string) => void]>(['', () => undefined]);

/** One key for all operations below; kept only by this page. */
export function TryKey({ children }: { children: ReactNode }) {
  const [key, setKey] = useState('');
  return <Key value={[key, setKey]}>{children}</Key>;
}

export function TryIt({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const { t } = useTranslation('docs');
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('try.open')}</summary>
      {isOpen && <CallForm document={document} operation={operation} />}
    </details>
  );
}

function CallForm({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const { t } = useTranslation('docs');
  const [key, setKey] = useContext(Key);
  const fields = fieldsOfCall(document, operation);
  const [values, setValues] = useState<CallValues>(() =>
    Object.fromEntries(fields.map(({ id, start }) => [id, start])),
  );
  const [answer, setAnswer] = useState<CallAnswer | 'sending' | 'none' | 'no-json'>();
  const send = async () => {
    setAnswer('sending');
    setAnswer(await sendCall(operation, fields, values, key.trim()));
  };
  const isBusy = answer === 'sending';
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send();
      }}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, paddingBlock: '8px 16px' }}
    >
      {operation.security.length > 0 && (
        <TextField
          label={t('try.key')}
          helperText={t('try.keyHelp')}
          value={key}
          required
          onChange={({ target }) => setKey(target.value)}
          type="password"
          slotProps={{ htmlInput: { dir: 'ltr', autoComplete: 'off', spellCheck: false } }}
        />
      )}
      {fields.map((field) => (
        <CallInput
          key={field.id}
          field={field}
          value={values[field.id]}
          onChange={(value) => setValues((before) => ({ ...before, [field.id]: value }))}
        />
      ))}
      <Button type="submit" variant="contained" color="primary" disabled={isBusy} sx={{ justifySelf: 'start' }}>
        {isBusy ? t('try.sending') : t('try.send', { method: operation.method })}
      </Button>
      <Box role="status" aria-live="polite" sx={{ minWidth: 0 }}>
        {answer === 'none' && <Alert severity="error">{t('try.none')}</Alert>}
        {answer === 'no-json' && <Alert severity="error">{t('try.noJson')}</Alert>}
        {typeof answer === 'object' && <Shown answer={answer} />}
      </Box>
    </Box>
  );
}

interface CallInputProps {
  readonly field: CallField;
  readonly value: CallValues[string];
  readonly onChange: (value: CallValues[string]) => void;
}

function CallInput({ field: { name, kind, isRequired }, value, onChange }: CallInputProps) {
  const { t } = useTranslation('docs');
  if (kind === 'file') {
    return (
      <Box
        component="label"
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.75, fontWeight: 'strong' }}
      >
        <span lang="en" dir="ltr">
          {name}
        </span>
        <input
          type="file"
          required={isRequired}
          onChange={({ target }) => onChange(target.files?.[0])}
          style={{ font: 'inherit', width: '100%' }}
        />
      </Box>
    );
  }
  const isJson = kind === 'json';
  return (
    <TextField
      label={isJson ? t('try.body') : <bdi lang="en">{name}</bdi>}
      value={typeof value === 'string' ? value : ''}
      required={isRequired}
      multiline={isJson}
      minRows={isJson ? 4 : 1}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { ...REFERENCE, spellCheck: false, style: { ...MONOSPACE } } }}
    />
  );
}

function Shown({ answer: { status, type, text, picture } }: { answer: CallAnswer }) {
  const { t } = useTranslation('docs');
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (picture === undefined || image.current === null) return undefined;
    const address = URL.createObjectURL(picture);
    image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [picture]);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Box component="code" {...REFERENCE} sx={{ ...MONOSPACE, fontWeight: 'strong' }}>
        {status} {type}
      </Box>
      {picture !== undefined && (
        <img ref={image} alt={t('try.picture')} style={{ maxWidth: '100%', maxHeight: 320, justifySelf: 'start' }} />
      )}
      {text !== '' && (
        <Box
          component="pre"
          {...REFERENCE}
          // A region that scrolls must be reachable by keyboard.
          tabIndex={0}
          role="region"
          aria-label={t('try.answer')}
          sx={{ ...MONOSPACE, margin: 0, maxHeight: 360, overflow: 'auto', whiteSpace: 'pre-wrap' }}
        >
          {text}
        </Box>
      )}
    </Box>
  );
}
