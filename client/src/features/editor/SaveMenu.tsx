import type { TransactionView } from '@clearcut/schemas/transaction/http';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useRtl } from '@mui/system/RtlProvider';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { usePreload } from '../../lib/usePreload.ts';
import { CoinIcon } from '../../ui/icons.tsx';
import { DownloadIcon, MoreIcon, ReceiptIcon, SlidersIcon } from '../../ui/work-icons.tsx';
import { LazyDownloadDialog, loadDownloadDialog } from '../pictures/downloads/OtherFormats.tsx';
import { useFileLink } from '../pictures/downloads/useFileLink.ts';
import { hdUrl } from '../pictures/saves/api.ts';
import type { HdFile } from '../pictures/saves/hd-file.ts';
import { receiptPath } from '../pictures/saves/receipt-path.ts';

export interface SaveMenuProps {
  readonly view: TransactionView;
  /** The last HD file, if any. */
  readonly file: HdFile | undefined;
  /** Undefined when the main button downloads the preview. */
  readonly onPreview: (() => void) | undefined;
}

/** Everything but the main button: the preview, the earlier file, other formats, the receipt. */
export function SaveMenu({ view, file, onPreview }: SaveMenuProps) {
  const { t } = useTranslation(['saves', 'editor']);
  usePreload(loadDownloadDialog);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const end = useRtl() ? 'left' : 'right';
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        aria-label={t('saves:more')}
        title={t('saves:more')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        color="inherit"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ width: 52, flexShrink: 0, borderRadius: '4px', border: '1px solid', borderColor: 'clearcut.edge' }}
      >
        <MoreIcon aria-hidden />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'top', horizontal: end }}
        transformOrigin={{ vertical: 'bottom', horizontal: end }}
        slotProps={{ list: { 'aria-label': t('saves:more') } }}
        sx={{ '& .MuiMenuItem-root': { minHeight: 44 } }}
      >
        {onPreview !== undefined && (
          <MenuItem
            onClick={() => {
              close();
              onPreview();
            }}
          >
            <ListItemIcon>
              <DownloadIcon aria-hidden fontSize="small" />
            </ListItemIcon>
            {t('editor:download')}
          </MenuItem>
        )}
        {file !== undefined && !file.isCurrent && <HdFileItem id={view.id} file={file} onChosen={close} />}
        <MenuItem
          onClick={() => {
            close();
            setChoosing(true);
          }}
        >
          <ListItemIcon>
            <SlidersIcon aria-hidden fontSize="small" />
          </ListItemIcon>
          {t('saves:otherFormats')}
        </MenuItem>
        {file !== undefined && (
          <MenuItem component={Link} to={receiptPath(view.id, file.saveId)}>
            <ListItemIcon>
              <ReceiptIcon aria-hidden fontSize="small" />
            </ListItemIcon>
            {t('saves:receipt')}
          </MenuItem>
        )}
      </Menu>
      <Suspense>{isChoosing && <LazyDownloadDialog view={view} onClose={() => setChoosing(false)} />}</Suspense>
    </>
  );
}

function HdFileItem({
  id,
  file,
  onChosen,
}: {
  readonly id: string;
  readonly file: HdFile;
  readonly onChosen: () => void;
}) {
  const { t } = useTranslation('saves');
  const { clock } = useFormat();
  const { onClick, ...link } = useFileLink(id, hdUrl(id, file.saveId));
  return (
    <MenuItem
      component="a"
      {...link}
      onClick={(event) => {
        onClick(event);
        onChosen();
      }}
    >
      <ListItemIcon>
        <CoinIcon aria-hidden fontSize="small" />
      </ListItemIcon>
      {t('downloadOf', { time: clock(file.savedAt) })}
    </MenuItem>
  );
}
