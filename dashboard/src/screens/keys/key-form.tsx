import { Button, Checkbox, Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import type { ApiKey } from '@polypost/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import form from '../../parts/form.module.css'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import classes from './keys.module.css'
import { keyWords, type Rights } from './keys-words.ts'
import type { Ending } from './rights.ts'

type Policy = ApiKey['policy']

export interface KeyFields {
  readonly name: string
  readonly rights: Rights
  readonly policy: Policy
  readonly minutes: number
  /** It publishes and deletes without asking a person. */
  readonly unattended: boolean
  readonly ending: Ending
  /** It belongs to nobody. */
  readonly service: boolean
}

interface Props {
  readonly given: KeyFields
  /** The scopes of a key never change. */
  readonly isNew: boolean
  readonly save: (fields: KeyFields) => Promise<unknown>
  readonly cancel: () => void
}

const newEndings: readonly Ending[] = ['never', 'month', 'quarter', 'year']

export function KeyForm({ given, isNew, save, cancel }: Props) {
  const t = useWords(keyWords)
  const [fields, setFields] = useState(given)
  const set = (changes: Partial<KeyFields>) => setFields({ ...fields, ...changes })
  const saving = useMutation({ mutationFn: save })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate(fields)
  }
  const endings = isNew ? newEndings : (['same', ...newEndings] as const)
  return (
    <form className={form.form} onSubmit={submit}>
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        withAsterisk={false}
        maxLength={80}
        value={fields.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      {isNew && <RightsChoice rights={fields.rights} choose={(rights) => set({ rights })} />}
      {fields.rights === 'write' && <PolicyChoice fields={fields} set={set} />}
      {isNew && <OwnerChoice service={fields.service} set={set} />}
      <NativeSelect
        label={t.ends}
        className={classes.short}
        value={fields.ending}
        data={endings.map((value) => ({ value, label: t.endings[value] }))}
        onChange={({ currentTarget }) => set({ ending: currentTarget.value as Ending })} // One of the options.
      />
      <Problem error={saving.error} />
      <Group gap="sm">
        <Button variant="filled" type="submit" loading={saving.isPending}>
          {isNew ? t.make : t.save}
        </Button>
        <Button variant="subtle" onClick={cancel}>
          {t.cancel}
        </Button>
      </Group>
    </form>
  )
}

interface RightsProps {
  readonly rights: Rights
  readonly choose: (rights: Rights) => void
}

function RightsChoice({ rights, choose }: RightsProps) {
  const t = useWords(keyWords)
  return (
    <fieldset className={form.choice}>
      <legend>{t.rights}</legend>
      {(['read', 'write', 'admin'] as const).map((one) => (
        <Radio key={one} name="rights" label={t.rightsOf[one]} checked={rights === one} onChange={() => choose(one)} />
      ))}
    </fieldset>
  )
}

interface OwnerProps {
  readonly service: boolean
  readonly set: (changes: Partial<KeyFields>) => void
}

function OwnerChoice({ service, set }: OwnerProps) {
  const t = useWords(keyWords)
  return (
    <fieldset className={form.choice}>
      <legend>{t.whose}</legend>
      <Radio
        name="owner"
        label={t.own}
        description={t.ownHint}
        checked={!service}
        onChange={() => set({ service: false })}
      />
      <Radio
        name="owner"
        label={t.ofNobody}
        description={t.ofNobodyHint}
        checked={service}
        onChange={() => set({ service: true })}
      />
    </fieldset>
  )
}

interface PolicyProps {
  readonly fields: KeyFields
  readonly set: (changes: Partial<KeyFields>) => void
}

function PolicyChoice({ fields: { policy, minutes, unattended }, set }: PolicyProps) {
  const t = useWords(keyWords)
  return (
    <fieldset className={form.choice}>
      <legend>{t.policy}</legend>
      {(['drafts', 'ahead', 'publish'] as const).map((one) => (
        <Radio
          key={one}
          name="policy"
          label={t.policies[one]}
          description={t.policyHints[one]}
          checked={policy === one}
          onChange={() => set({ policy: one })}
        />
      ))}
      {policy === 'ahead' && (
        <TextInput
          label={t.minutes}
          className={classes.short}
          type="number"
          min={1}
          required
          withAsterisk={false}
          value={minutes}
          onChange={({ currentTarget }) => set({ minutes: currentTarget.valueAsNumber })}
        />
      )}
      {policy !== 'drafts' && (
        <Checkbox
          label={t.unattended}
          description={t.unattendedHint}
          checked={unattended}
          onChange={({ currentTarget }) => set({ unattended: currentTarget.checked })}
        />
      )}
    </fieldset>
  )
}
