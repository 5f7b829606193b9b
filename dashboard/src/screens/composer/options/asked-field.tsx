import { Autocomplete, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choicesQuery } from '../../../data/choices.ts'
import { type PlatformName, titleOf } from '../../../data/platforms.ts'
import { useProblem } from '../../../parts/problem.tsx'
import { usePlatformWords } from '../../../platforms/loaded.ts'
import { useWords } from '../../../words/words.ts'
import { type FieldProps, fieldFrame, OptionField, useFieldText } from './option-field.tsx'
import { optionWords } from './option-words.ts'

interface Props extends FieldProps {
  readonly platform: PlatformName
  readonly profileId: string
}

/** An option whose values the platform is asked for. If it does not answer, the value can still be written. */
export function AskedField({ profileId, ...props }: Props) {
  const t = useWords(optionWords)
  const { platform, field, value, onChange, error } = props
  const { values: names } = usePlatformWords(platform)
  const { label, hint } = useFieldText(props)
  const asked = useQuery(choicesQuery(platform, { option: field.path[0], profile_id: profileId }))
  const { text: problem } = useProblem(asked.error)
  const text = typeof value === 'string' ? value : ''
  const set = (next: string) => onChange(next === '' ? undefined : next)

  if (asked.error)
    return (
      <div>
        {field.kind === 'choice' ? (
          <OptionField {...props} />
        ) : (
          <TextInput
            {...fieldFrame(field, label, problem, error)}
            value={text}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          />
        )}
        <button type="button" className="link small" onClick={() => asked.refetch()}>
          {t.again}
        </button>
      </div>
    )
  const choices = asked.data?.choices ?? []
  const waiting = asked.isPending ? t.reading(titleOf(platform)) : hint
  // A choice whose value is its name may also be written: the list need not be complete.
  if (asked.data && field.kind === 'text' && choices.every(({ name }) => name === null))
    return (
      <Autocomplete
        {...fieldFrame(field, label, waiting, error)}
        data={choices.map((choice) => choice.value)}
        value={text}
        maxLength={field.most}
        onChange={set}
      />
    )
  const isListed = text === '' || choices.some((choice) => choice.value === text)
  const data = [
    { value: '', label: field.usual === undefined ? (field.kind === 'choice' ? t.choose : t.none) : t.usual },
    ...choices.map((choice) => ({ value: choice.value, label: choice.name ?? names[choice.value] ?? choice.value })),
    ...(isListed ? [] : [{ value: text, label: t.unlisted(text) }]),
  ]
  return (
    <NativeSelect
      {...fieldFrame(field, label, waiting, error)}
      disabled={asked.isPending}
      value={text}
      data={data}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}
