import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Slider from '@mui/material/Slider';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import RtlProvider, { useRtl } from '@mui/system/RtlProvider';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { clamp } from '../../../lib/clamp.ts';
import { typedNumber } from '../../../lib/typed-number.ts';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly Icon?: ComponentType<SvgIconProps>;
  readonly shortcut?: string;
}

export interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Tabs switch a panel; radio buttons set a value. */
  readonly kind: 'tabs' | 'radio';
  readonly controls?: string;
}

/** Pixels around a row. */
const PADDING = 4;

export function Choices<Value extends string>({
  label,
  choices,
  value,
  onChange,
  kind,
  controls,
}: ChoicesProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (row.current !== null) bringIntoRow(row.current, value);
  }, [value]);
  const keyDown = (event: KeyboardEvent) => {
    const isRtl = document.documentElement.dir === 'rtl';
    const direction = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const index = choices.findIndex((choice) => choice.value === value);
    const next = (index + direction + choices.length) % choices.length;
    const choice = choices[next];
    if (choice === undefined) return;
    onChange(choice.value);
    row.current?.querySelectorAll('button')[next]?.focus();
  };
  const isTabs = kind === 'tabs';
  return (
    <Box
      ref={row}
      role={isTabs ? 'tablist' : 'radiogroup'}
      aria-label={label}
      onKeyDown={keyDown}
      sx={{
        display: 'grid',
        gridAutoFlow: 'column',
        // Four words, or five under icons, fit a phone only when long ones take the room short ones leave.
        gridAutoColumns: choices.length > 3 ? 'minmax(min-content, 1fr)' : 'minmax(0, 1fr)',
        gap: 0.5,
        padding: `${PADDING}px`,
        // Rows wider than a phone scroll sideways.
        overflowX: 'auto',
        overscrollBehaviorX: 'contain',
        scrollbarWidth: 'none',
        backgroundColor: 'clearcut.desk',
        borderRadius: '4px',
      }}
    >
      {choices.map((choice) => {
        const isChosen = choice.value === value;
        return (
          <ButtonBase
            key={choice.value}
            data-value={choice.value}
            role={isTabs ? 'tab' : 'radio'}
            {...(isTabs ? { 'aria-selected': isChosen, 'aria-controls': controls } : { 'aria-checked': isChosen })}
            aria-keyshortcuts={choice.shortcut}
            tabIndex={isChosen ? 0 : -1}
            onClick={() => onChange(choice.value)}
            sx={{
              minHeight: 44,
              display: 'flex',
              flexDirection: choice.Icon === undefined ? 'row' : 'column',
              gap: 0.25,
              padding: choice.Icon === undefined ? '8px 4px' : '7px 1px 6px',
              fontFamily: 'inherit',
              fontSize: choice.Icon === undefined ? '0.9375rem' : 'fine',
              fontWeight: isChosen ? 650 : 550,
              lineHeight: 1.2,
              borderRadius: '3px',
              color: isChosen ? 'text.primary' : 'text.secondary',
              backgroundColor: isChosen ? 'clearcut.paper' : 'transparent',
              boxShadow: isChosen ? '0 1px 2px rgb(6 30 25 / 18%)' : 'none',
              // In forced colours all slips look alike.
              '@media (forced-colors: active)': isChosen ? { border: '2px solid' } : {},
              '&:hover': { color: 'text.primary' },
              // The row clips an outer outline.
              '&:focus-visible': { outlineOffset: '-3px' },
              '&& svg': { color: isChosen ? 'clearcut.accentText' : 'inherit' },
            }}
          >
            {choice.Icon !== undefined && <choice.Icon aria-hidden sx={{ fontSize: 20 }} />}
            <span>{choice.label}</span>
          </ButtonBase>
        );
      })}
    </Box>
  );
}

/** Scrolls the row just enough to show the chosen item. */
function bringIntoRow(row: HTMLElement, value: string): void {
  const chosen = row.querySelector(`[data-value="${value}"]`)?.getBoundingClientRect();
  if (chosen === undefined) return;
  const { left, right } = row.getBoundingClientRect();
  if (chosen.right > right) row.scrollLeft += chosen.right - right + PADDING;
  if (chosen.left < left) row.scrollLeft -= left - chosen.left + PADDING;
}

export interface SliderFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly text: string;
  /** Moves something left or right in the picture, which is the same side in every language. */
  readonly isSideways?: boolean;
  readonly onChange: (value: number) => void;
  readonly onSettled?: () => void;
}

export function SliderField(props: SliderFieldProps) {
  const { label, value, min, max, step = 1, text, isSideways = false, onChange, onSettled } = props;
  const id = useId();
  const isRtl = useRtl() && !isSideways;
  return (
    <div>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1.5, fontSize: 'small' }}>
        <Box component="span" id={id} sx={{ fontWeight: 'strong' }}>
          {label}
        </Box>
        <Box component="span" aria-hidden sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {text}
        </Box>
      </Box>
      <RtlProvider value={isRtl}>
        <Slider
          aria-labelledby={id}
          value={value}
          min={min}
          max={max}
          step={step}
          getAriaValueText={() => text}
          onChange={(_, next) => onChange(Array.isArray(next) ? (next[0] ?? value) : next)}
          onChangeCommitted={onSettled}
          sx={{
            display: 'block',
            width: 'calc(100% - 20px)',
            marginInline: '10px',
            color: 'clearcut.accent',
            '& .MuiSlider-rail': { backgroundColor: 'clearcut.edge', opacity: 0.5 },
            '& .MuiSlider-thumb': {
              // Not a transform, which right-to-left styles would mirror regardless of this slider's direction.
              transform: 'none',
              translate: isRtl ? '50% -50%' : '-50% -50%',
              width: 20,
              height: 20,
              borderRadius: '3px',
              backgroundColor: 'clearcut.paper',
              border: '2px solid',
              borderColor: 'clearcut.accentText',
              '&:hover, &.Mui-active': { boxShadow: 'none' },
              '&.Mui-focusVisible': {
                boxShadow: 'none',
                outline: '3px solid',
                outlineColor: 'var(--mui-palette-clearcut-accentText)',
                outlineOffset: '3px',
              },
            },
          }}
        />
      </RtlProvider>
    </div>
  );
}

export interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}

/** Applies once it is a number; clamps to its limits on blur. */
export function NumberField({ label, value, min, max, unit, onChange }: NumberFieldProps) {
  const [text, setText] = useState<string>();
  const take = (typed: string) => {
    setText(typed);
    const number = typedNumber(typed);
    if (number !== undefined && number >= min && number <= max) onChange(number);
  };
  const keyDown = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const next = clamp(value + direction * (event.shiftKey ? 10 : 1), min, max);
    setText(undefined);
    onChange(next);
  };
  return (
    <Box component="label" sx={{ display: 'grid', gap: 0.5, fontSize: 'fine', fontWeight: 'strong', minWidth: 0 }}>
      {label}
      <Box
        component="span"
        dir="ltr"
        sx={{
          display: 'flex',
          alignItems: 'center',
          minHeight: 44,
          paddingInline: '10px',
          border: '1px solid',
          borderColor: 'clearcut.edge',
          borderRadius: '4px',
          backgroundColor: 'clearcut.paper',
          '&:focus-within': { outline: '3px solid', outlineColor: 'clearcut.accentText', outlineOffset: '3px' },
        }}
      >
        <Box
          component="input"
          inputMode="decimal"
          role="spinbutton"
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          value={text ?? String(value)}
          onBlur={() => setText(undefined)}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => take(event.target.value)}
          onKeyDown={keyDown}
          sx={{
            flexGrow: 1,
            width: '100%',
            minWidth: 0,
            border: 0,
            padding: 0,
            font: 'inherit',
            fontSize: 'text',
            fontWeight: 'regular',
            color: 'inherit',
            backgroundColor: 'transparent',
            '&&:focus-visible': { outline: 0 },
          }}
        />
        {unit !== undefined && (
          <Box component="span" aria-hidden sx={{ color: 'text.secondary', fontWeight: 'regular' }}>
            {unit}
          </Box>
        )}
      </Box>
    </Box>
  );
}

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography component="h3" sx={{ fontSize: 'small', fontWeight: 'strong' }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
