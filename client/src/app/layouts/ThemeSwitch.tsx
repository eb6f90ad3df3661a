import IconButton from '@mui/material/IconButton';
import { useColorScheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { MoonIcon, SunIcon } from '../../ui/icons.tsx';

/** Choosing the system's own setting follows the system again. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  const toggle = () => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = dark ? 'light' : 'dark';
    setMode(next === system ? 'system' : next);
  };
  return (
    <IconButton
      aria-label={t('nav.dark')}
      aria-pressed={dark}
      onClick={toggle}
      color="inherit"
      sx={{ width: 44, height: 44, borderRadius: '4px' }}
    >
      {dark ? <MoonIcon /> : <SunIcon />}
    </IconButton>
  );
}
