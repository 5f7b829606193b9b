import { Button, Checkbox, Group, Radio, TextInput } from '@mantine/core'
import { ApiError, type Webhook } from '@polypost/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { EventName } from '../../data/webhooks.ts'
import form from '../../parts/form.module.css'
import { Problem, useProblem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import classes from './webhooks.module.css'
import { webhookWords } from './webhooks-words.ts'

export type Endpoint = Pick<Webhook, 'url' | 'events'>

interface Props {
  readonly given: Endpoint
  readonly verb: string
  readonly save: (endpoint: Endpoint) => Promise<unknown>
  readonly cancel: () => void
}

/** The address of an endpoint, and what it gets. */
export function EndpointForm({ given, verb, save, cancel }: Props) {
  const t = useWords(webhookWords)
  const [url, setUrl] = useState(given.url)
  const [events, setEvents] = useState(given.events)
  const [isMissing, setMissing] = useState(false)
  const saving = useMutation({ mutationFn: save })
  const { text } = useProblem(saving.error)
  const isAtAddress = saving.error instanceof ApiError && saving.error.details[0]?.path === 'url'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(events.length === 0)
    if (events.length > 0 && !saving.isPending) saving.mutate({ url: url.trim(), events })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <TextInput
        label={t.address}
        description={t.addressHint}
        type="url"
        required
        withAsterisk={false}
        inputMode="url"
        value={url}
        error={isAtAddress && text}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <EventChoice
        events={events}
        choose={setEvents}
        problem={isMissing && events.length === 0 ? t.noneChosen : null}
      />
      <Problem error={isAtAddress ? null : saving.error} />
      <Group gap="sm">
        <Button variant="filled" type="submit" loading={saving.isPending}>
          {verb}
        </Button>
        <Button variant="subtle" onClick={cancel}>
          {t.cancel}
        </Button>
      </Group>
    </form>
  )
}

interface ChoiceProps {
  readonly events: Endpoint['events']
  readonly choose: (events: Endpoint['events']) => void
  readonly problem: string | null
}

function EventChoice({ events, choose, problem }: ChoiceProps) {
  const t = useWords(webhookWords)
  const isAll = events.includes('*')
  // The keys of the words are the events.
  const names = Object.keys(t.events) as EventName[]
  const toggle = (name: EventName) =>
    choose(events.includes(name) ? events.filter((other) => other !== name) : [...events, name])
  return (
    <fieldset className={form.choice}>
      <legend>{t.which}</legend>
      <Radio name="which" label={t.all} checked={isAll} onChange={() => choose(['*'])} />
      <Radio name="which" label={t.some} checked={!isAll} onChange={() => choose([])} />
      {!isAll && (
        <div className={classes.events}>
          {names.map((name) => (
            <Checkbox
              key={name}
              label={t.events[name]}
              description={<code>{name}</code>}
              checked={events.includes(name)}
              onChange={() => toggle(name)}
            />
          ))}
        </div>
      )}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
