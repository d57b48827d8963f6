import {
  createTheme,
  type ActionIconProps,
  type ButtonProps,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type MultiSelectProps,
  type SelectProps,
  type TagsInputProps,
  type TooltipProps,
} from '@mantine/core';
import { findOptions } from './options-filter.ts';

/** The only accent colour. State colours (green, grey, amber, red, blue) are used for states only. */
const iris: MantineColorsTuple = [
  '#f0f1fe',
  '#e0e1fb',
  '#c6c8f5',
  '#a5a8ee',
  '#8b8ce6',
  '#7271de',
  '#5b5bd6',
  '#4f4fc4',
  '#4444ab',
  '#37378c',
];

const dark: MantineColorsTuple = [
  '#e6e7eb',
  '#b9bcc6',
  '#9498a6',
  '#727785',
  '#4a4e5a',
  '#343843',
  '#272a33',
  '#1c1e25',
  '#14151a',
  '#0e0f13',
];

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f1f4',
  '#e5e7ec',
  '#d7dae1',
  '#bfc3cd',
  '#9aa0ad',
  '#6b7280',
  '#4b5260',
  '#343a46',
  '#1d2129',
];

/** Danger as a filled button: white text on it has enough contrast. */
const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffdfe0',
  '#ffc0c2',
  '#fb9a9d',
  '#f2777b',
  '#e5484d',
  '#c6262e',
  '#b01f27',
  '#951a21',
  '#79161c',
];

const quick = { duration: 120 };

export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 6 },
  colors: { iris, dark, gray, red },
  fontFamily:
    "'Inter Variable', 'Pretendard Variable', Pretendard, -apple-system, 'Segoe UI', 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans KR', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.1875rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.35' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '620',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // By name: `Modal.extend` would load the dialog, and every other component, with the first screen.
  components: {
    // Spec 2 §2: a tooltip appears 400 ms after hover; focus shows it as well.
    Tooltip: {
      defaultProps: {
        openDelay: 400,
        withArrow: true,
        arrowSize: 5,
        transitionProps: quick,
        events: { hover: true, focus: true, touch: true },
        fz: 'xs',
      } satisfies Partial<TooltipProps>,
    },
    Menu: {
      defaultProps: {
        transitionProps: quick,
        shadow: 'md',
        radius: 'md',
        // A menu may contain only its items (ARIA); the first of them takes the focus.
        withInitialFocusPlaceholder: false,
      } satisfies Partial<MenuProps>,
      // Below the header, and never higher than the screen.
      styles: { dropdown: { maxHeight: 'calc(100dvh - 112px)', overflowY: 'auto' } },
    },
    Modal: {
      defaultProps: { transitionProps: quick, radius: 'lg', centered: true } satisfies Partial<ModalProps>,
      styles: { title: { fontWeight: 620 } },
    },
    Select: { defaultProps: { filter: findOptions } satisfies Partial<SelectProps> },
    MultiSelect: { defaultProps: { filter: findOptions } satisfies Partial<MultiSelectProps> },
    TagsInput: { defaultProps: { filter: findOptions } satisfies Partial<TagsInputProps> },
    Button: { defaultProps: { size: 'xs' } satisfies Partial<ButtonProps> },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28 } satisfies Partial<ActionIconProps> },
  },
});

/** Variables for the product's own drawings, so that each colour is written once. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#646b79',
    '--surface-sunken': '#f7f8fa',
    '--surface-raised': '#ffffff',
    '--line': '#e5e7ec',
    '--line-strong': '#d7dae1',
    '--row-hover': '#f4f5f9',
    '--row-selected': '#eff0fe',
    '--accent-text': '#4a4ac0',
    '--state-online': '#18794e',
    '--state-online-dot': '#2ea36b',
    '--state-offline': '#646b79',
    '--state-warning': '#8f5a00',
    '--state-danger': '#c6262e',
    '--state-progress': '#1366c9',
    '--bar-track': '#e5e7ec',
    '--bar-fill': '#8a91a3',
    '--bar-calm': '#c3c8d4',
    '--scrollbar': '#8a91a3',
    '--screen-empty': '#eceef2',
  },
  dark: {
    '--mantine-color-body': '#14151a',
    '--mantine-color-dimmed': '#989daa',
    '--mantine-color-error': '#ff7b7f',
    '--surface-sunken': '#0f1014',
    '--surface-raised': '#1a1c22',
    '--line': '#272a33',
    '--line-strong': '#343843',
    '--row-hover': '#1b1d24',
    '--row-selected': '#22233c',
    '--accent-text': '#a9a9f5',
    '--state-online': '#4cc38a',
    '--state-online-dot': '#37b47a',
    '--state-offline': '#989daa',
    '--state-warning': '#f1a10d',
    '--state-danger': '#ff7b7f',
    '--state-progress': '#5aa8ff',
    '--bar-track': '#2b2e38',
    '--bar-fill': '#7c8293',
    '--bar-calm': '#4b505d',
    '--scrollbar': '#727785',
    '--screen-empty': '#1d1f26',
  },
});
