import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/useFormat.ts';

const keys = {
  'Email is required': 'emailRequired',
  'Please enter a valid email address': 'emailInvalid',
  'Invalid email': 'emailInvalidShort',
  'Email is invalid': 'emailIsInvalid',
  'This field is required': 'required',
  'Passwords do not match': 'passwordsDiffer',
  'Use letters, digits and symbols without spaces or accents': 'passwordCharacters',
  'Use only characters that can be seen': 'unseenCharacters',
  'At least one permission must be selected': 'noPermission',
} as const satisfies Record<string, string>;

const TOO_LONG = /^Cannot exceed (\d+) characters$/;
const TOO_SHORT = /^Use at least (\d+) characters$/;

export function useProblemText(): (message: string | undefined) => string | undefined {
  const { t } = useTranslation('auth');
  const { number } = useFormat();
  return (message) => {
    if (message === undefined) return undefined;
    const limit = TOO_LONG.exec(message)?.[1];
    if (limit !== undefined) return t('problems.tooLong', { count: Number(limit), number: number(Number(limit)) });
    const least = TOO_SHORT.exec(message)?.[1];
    if (least !== undefined) return t('problems.passwordShort', { count: Number(least), min: number(Number(least)) });
    const key = (keys as Record<string, string>)[message];
    return key === undefined ? message : t(`problems.${key}` as 'problems.required');
  };
}
