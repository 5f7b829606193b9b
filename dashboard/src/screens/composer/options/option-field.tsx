import { NativeSelect, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePlatformWords } from '../../../platforms/loaded.ts'
import { useWords } from '../../../words/words.ts'
import type { Field } from './option-fields.ts'
import { optionWords } from './option-words.ts'

export interface FieldProps {
  readonly platform: string
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** The sentence of a finding about this option. */
  readonly error: string | undefined
}

/** The label and the hint of an option; of an option without words here: its own name, and the service’s description. */
export function useFieldText({ platform, field: { path, description } }: Pick<FieldProps, 'platform' | 'field'>): {
  readonly label: string
  readonly hint: string | undefined
} {
  const { labels, hints } = usePlatformWords(platform)
  const name = path.at(-1) ?? ''
  const label = labels[name]
  return label === undefined ? { label: name, hint: description } : { label, hint: hints[name] }
}

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** A finding replaces the hint. By its name a field is found when somebody goes from the finding to it. */
export const fieldFrame = ({ path }: Field, label: string, hint: ReactNode, error: string | undefined) => ({
  name: path[0],
  inputWrapperOrder: order,
  label,
  description: error === undefined ? hint : undefined,
  error,
})

/** One option, asked for in the way that its schema says. */
export function OptionField(props: FieldProps) {
  switch (props.field.kind) {
    case 'choice':
      return <Choice {...props} />
    case 'switch':
      return <OnOff {...props} />
    case 'list':
      return <List {...props} />
    default:
      return <Written {...props} />
  }
}

function Choice({ platform, field, value, onChange, error }: FieldProps) {
  const t = useWords(optionWords)
  const { values: names } = usePlatformWords(platform)
  const { label, hint } = useFieldText({ platform, field })
  const { usual, values } = field
  const nameOf = (one: string) => names[one] ?? one
  const isNeeded = usual === undefined && field.path.length === 1
  const unset = isNeeded ? t.choose : typeof usual === 'string' ? t.usualIs(nameOf(usual)) : t.usual
  return (
    <NativeSelect
      {...fieldFrame(field, label, hint, error)}
      value={typeof value === 'string' ? value : ''}
      data={[{ value: '', label: unset }, ...values.map((one) => ({ value: one, label: nameOf(one) }))]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}

function OnOff({ platform, field, value, onChange, error }: FieldProps) {
  const { label, hint } = useFieldText({ platform, field })
  const usual = field.usual === 'true'
  return (
    <Switch
      name={field.path[0]}
      label={label}
      description={error === undefined ? hint : undefined}
      error={error}
      checked={typeof value === 'boolean' ? value : usual}
      onChange={({ currentTarget }) => onChange(currentTarget.checked === usual ? undefined : currentTarget.checked)}
    />
  )
}

function List({ platform, field, value, onChange, error }: FieldProps) {
  const t = useWords(optionWords)
  const { label, hint } = useFieldText({ platform, field })
  return (
    <TagsInput
      {...fieldFrame(field, label, hint === undefined ? t.listHint : `${hint} ${t.listHint}`, error)}
      value={Array.isArray(value) ? value.map(String) : []}
      maxTags={field.most}
      acceptValueOnBlur
      onChange={(values) => onChange(values.length === 0 ? undefined : values)}
    />
  )
}

function Written({ platform, field, value, onChange, error }: FieldProps) {
  const { label, hint } = useFieldText({ platform, field })
  const frame = fieldFrame(field, label, hint, error)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (field.kind === 'long')
    return (
      <Textarea
        {...frame}
        value={text}
        maxLength={field.most}
        rows={2}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    )
  const isNumber = field.kind === 'number'
  return (
    <TextInput
      {...frame}
      value={text}
      {...(isNumber
        ? { type: 'number', inputMode: 'numeric', min: field.least, max: field.largest }
        : { maxLength: field.most })}
      onChange={({ currentTarget: { value: next } }) =>
        onChange(next === '' ? undefined : isNumber ? Number(next) : next)
      }
    />
  )
}
