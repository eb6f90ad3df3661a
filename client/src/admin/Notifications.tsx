import { useNotificationContext, useTranslate } from 'react-admin';
import { useEffect } from 'react';
import { showToast } from '../ui/toasts/show-toast.ts';

export function Notifications() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  useEffect(() => {
    if (notifications.length === 0) return;
    const taken = takeNotification();
    if (typeof taken?.message !== 'string') return;
    const text = translate(taken.message, taken.notificationOptions?.messageArgs);
    showToast(text, { tone: taken.type === 'error' || taken.type === 'warning' ? 'error' : taken.type });
  }, [notifications, takeNotification, translate]);
  return null;
}
