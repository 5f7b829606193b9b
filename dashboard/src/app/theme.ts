import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import classes from './theme.module.css'

const pine: MantineColorsTuple = [
  '#e0f5f3',
  '#c3eae6',
  '#91cbc6',
  '#7ad7cf',
  '#60c5bc',
  '#2ba49c',
  '#008781',
  '#006a65',
  '#005753',
  '#003f3c',
]
const stone: MantineColorsTuple = [
  '#f5f7f7',
  '#edf1f1',
  '#dfe4e4',
  '#c6cccc',
  '#a4adad',
  '#7e8988',
  '#5a6666',
  '#3d4747',
  '#273030',
  '#121a1a',
]
const night: MantineColorsTuple = [
  '#eaf0f0',
  '#b5c0c0',
  '#929e9e',
  '#6b7777',
  '#404a4a',
  '#273030',
  '#1b2222',
  '#121919',
  '#0c1212',
  '#070b0b',
]

const below = { description: classes.hint, error: classes.error }
const field = { classNames: { label: classes.label, ...below } }
const choice = { classNames: below }

export const theme = createTheme({
  colors: { pine, gray: stone, dark: night },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  black: '#121a1a',
  white: '#ffffff',
  fontFamily: 'var(--pp-font)',
  fontFamilyMonospace: 'var(--pp-mono)',
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '26px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '10px', xl: '10px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: 'var(--pp-shadow-1)',
    md: 'var(--pp-shadow-1)',
    lg: 'var(--pp-shadow-2)',
    xl: 'var(--pp-shadow-2)',
  },
  headings: {
    fontFamily: 'var(--pp-font)',
    fontWeight: '600',
    sizes: { h1: { fontSize: '20px', lineHeight: '28px' }, h2: { fontSize: '14px', lineHeight: '20px' } },
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  breakpoints: { xs: '24em', sm: '64em', md: '73.75em', lg: '80em', xl: '90em' },
  components: {
    Button: { defaultProps: { variant: 'default' }, classNames: { root: classes.button } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' }, classNames: { root: classes.iconButton } },
    Menu: {
      defaultProps: { shadow: 'md', offset: 4 },
      classNames: { dropdown: classes.floating, item: classes.item },
    },
    Modal: {
      defaultProps: { size: 440, shadow: 'lg', overlayProps: { backgroundOpacity: 1, color: 'var(--pp-scrim)' } },
      classNames: { content: classes.floating, title: classes.title, body: classes.body, header: classes.header },
    },
    Switch: { defaultProps: { withThumbIndicator: false }, ...choice },
    Checkbox: choice,
    Radio: choice,
    TextInput: field,
    PasswordInput: field,
    NumberInput: field,
    Textarea: field,
    Select: field,
    NativeSelect: field,
    MultiSelect: field,
    TagsInput: field,
    Autocomplete: field,
    FileInput: field,
  },
})

const variables = {
  '--mantine-color-body': 'var(--pp-surface)',
  '--mantine-color-text': 'var(--pp-text)',
  '--mantine-color-dimmed': 'var(--pp-text-3)',
  '--mantine-color-placeholder': 'var(--pp-text-3)',
  '--mantine-color-default': 'var(--pp-surface)',
  '--mantine-color-default-hover': 'var(--pp-sunken)',
  '--mantine-color-default-border': 'var(--pp-line-2)',
  '--mantine-color-default-color': 'var(--pp-text)',
  '--mantine-color-anchor': 'var(--pp-accent)',
  '--mantine-color-error': 'var(--pp-bad)',
  '--mantine-color-disabled': 'var(--pp-sunken)',
  '--mantine-color-disabled-color': 'var(--pp-text-3)',
  '--mantine-primary-color-filled': 'var(--pp-accent)',
  '--mantine-primary-color-filled-hover': 'var(--pp-accent-hover)',
  '--mantine-primary-color-contrast': 'var(--pp-on-accent)',
}

/** Mantine uses our colours, which know light and dark themselves. */
export const variablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables })
