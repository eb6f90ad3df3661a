import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from '../../ui/work-icons.tsx';

const DEBOUNCE_MS = 300;

export interface NameSearchProps {
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** Searches once a person pauses. */
export function NameSearch({ name, onName }: NameSearchProps) {
  const { t } = useTranslation('my-images');
  const [typed, setTyped] = useState(name);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === name) return undefined;
    const timer = setTimeout(() => onName(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed]);
  return (
    <TextField
      type="search"
      size="small"
      hiddenLabel
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      placeholder={t('search')}
      slotProps={{
        htmlInput: { 'aria-label': t('search'), maxLength: 255, dir: 'auto' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon aria-hidden fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
      sx={{ flex: 1 }}
    />
  );
}
