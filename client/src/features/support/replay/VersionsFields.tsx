import {
  type NamedVersions,
  REFINEMENT_VERSIONS,
  RENDERER_VERSIONS,
  REPLAY_VERSIONS,
  type ReplayVersions,
} from '@clearcut/schemas/support/replay/kinds';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { seenModelsQuery } from '../api.ts';

const SHA256 = /^[0-9a-f]{64}$/;

interface VersionsFieldsProps {
  readonly value: ReplayVersions;
  readonly onChange: (versions: ReplayVersions) => void;
}

/** Versions for a replay: recorded, current or chosen. */
export function VersionsFields({ value, onChange }: VersionsFieldsProps) {
  const { t } = useTranslation('support-replay');
  const choice = typeof value === 'string' ? value : 'named';
  return (
    <>
      <TextField
        select
        label={t('form.versions')}
        helperText={t(`form.versionHints.${choice}`)}
        value={choice}
        onChange={({ target }) => onChange(REPLAY_VERSIONS.find((one) => one === target.value) ?? {})}
      >
        {[...REPLAY_VERSIONS, 'named' as const].map((one) => (
          <MenuItem key={one} value={one}>
            {t(`versions.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {typeof value !== 'string' && (
        <>
          <ModelField value={value.model ?? ''} onChange={(model) => onChange(withName(value, 'model', model))} />
          <VersionField
            label={t('form.refinement')}
            known={REFINEMENT_VERSIONS}
            value={value.refinement}
            onChange={(version) => onChange(withName(value, 'refinement', version))}
          />
          <VersionField
            label={t('form.renderer')}
            known={RENDERER_VERSIONS}
            value={value.renderer}
            onChange={(version) => onChange(withName(value, 'renderer', version))}
          />
        </>
      )}
    </>
  );
}

interface ModelFieldProps {
  /** SHA-256 of the model; empty: the recorded one. */
  readonly value: string;
  readonly onChange: (model: string) => void;
}

/**
 * Lists models this installation has used, and accepts the digest of any other, so that a new one can be tried first.
 */
function ModelField({ value, onChange }: ModelFieldProps) {
  const { t } = useTranslation('support-replay');
  const offered = useId();
  const { data: seen = [] } = useQuery(seenModelsQuery);
  return (
    <>
      <TextField
        label={t('form.model')}
        helperText={t('form.modelHint')}
        value={value}
        error={value !== '' && !SHA256.test(value)}
        slotProps={{ htmlInput: { dir: 'ltr', autoComplete: 'off', spellCheck: false, list: offered } }}
        onChange={({ target }) => onChange(target.value.trim().toLowerCase())}
      />
      <datalist id={offered}>
        {seen.map(({ sha256, name, version }) => (
          <option key={sha256} value={sha256}>
            {`${name} ${version}`}
          </option>
        ))}
      </datalist>
    </>
  );
}

interface VersionFieldProps {
  readonly label: string;
  readonly known: readonly number[];
  readonly value: number | undefined;
  readonly onChange: (version: number) => void;
}

/** Empty: the recorded version. */
function VersionField({ label, known, value, onChange }: VersionFieldProps) {
  const { t } = useTranslation('support-replay');
  const { number } = useFormat();
  return (
    <TextField select label={label} value={value ?? 0} onChange={({ target }) => onChange(Number(target.value))}>
      <MenuItem value={0}>{t('form.asThen')}</MenuItem>
      {known.map((version) => (
        <MenuItem key={version} value={version}>
          {number(version)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Removes the name when nothing was chosen. */
function withName(versions: NamedVersions, name: keyof NamedVersions, chosen: string | number): NamedVersions {
  const { [name]: _before, ...others } = versions;
  return chosen === '' || chosen === 0 ? others : { ...others, [name]: chosen };
}

/** Valid for a replay: names something, and a model by its full digest. */
export function areVersions(versions: ReplayVersions): boolean {
  if (typeof versions === 'string') return true;
  return Object.keys(versions).length > 0 && SHA256.test(versions.model ?? '0'.repeat(64));
}
