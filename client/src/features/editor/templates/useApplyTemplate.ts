import type { Template } from '@clearcut/schemas/templates/http';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { rememberFormat } from '../../pictures/downloads/download-format.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { settingsOf } from './template-settings.ts';

/** Applies a template as one edit. Does nothing before the cut-out is drawn. */
export function useApplyTemplate(picture: EditedPicture): (template: Template) => void {
  const { t } = useTranslation('templates');
  return (template) => {
    const { cutOut } = picture;
    if (cutOut === undefined) return;
    const { view, settings } = picture.getState();
    const frame = { width: view.width, height: view.height };
    picture.apply(settingsOf(template, { cutOut, frame, position: settings.position }));
    rememberFormat(template.format);
    showToast(t('applied', { name: template.name }));
  };
}
