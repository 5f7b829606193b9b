import { Radio, TextInput } from '@mantine/core'
import type { Post } from '@polypost/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogEnd } from '../../parts/dialog-end.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useTimes } from '../../words/times.ts'
import { wallTimeOf } from '../../words/wall-time.ts'
import { useWords } from '../../words/words.ts'
import { type Reading, readLocal } from '../../words/zoned.ts'
import { calendarWords } from './calendar-words.ts'
import classes from './move-dialog.module.css'

interface Props {
  readonly post: Post
  readonly close: () => void
  /** Fails with what the service says. */
  readonly move: (at: string) => Promise<unknown>
}

/** Another time for a post, for those who do not drag. */
export function MoveDialog({ post, close, move }: Props) {
  const t = useWords(calendarWords)
  const times = useTimes()
  const wall = wallTimeOf(post.effective_at, times.zone)
  const [date, setDate] = useState(wall.slice(0, 10))
  const [clock, setClock] = useState(wall.slice(11, 16))
  const [chosen, setChosen] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const moving = useMutation({ mutationFn: move, onSuccess: close })
  const reading = date === '' || clock === '' ? null : readLocal(`${date}T${clock}`, times.zone)
  const at = reading?.kind === 'once' ? new Date(reading.at).toISOString() : chosen
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(at === null)
    if (at !== null && !moving.isPending) moving.mutate(at)
  }
  const change = (set: (value: string) => void) => (event: FormEvent<HTMLInputElement>) => {
    set(event.currentTarget.value)
    setChosen(null)
    setMissing(false)
  }
  return (
    <Dialog opened onClose={close} title={t.moveTitle} withCloseButton={false}>
      <form onSubmit={submit} noValidate>
        <div className={classes.fields}>
          <TextInput type="date" label={t.date} value={date} onChange={change(setDate)} data-autofocus />
          <TextInput type="time" label={t.time} value={clock} onChange={change(setClock)} />
        </div>
        {reading && reading.kind !== 'once' && (
          <Readings reading={reading} chosen={chosen} choose={setChosen} isMissing={isMissing} />
        )}
        <p className={classes.result} data-missing={(isMissing && reading === null) || undefined} role="status">
          {at === null ? reading === null && t.fill : `${t.becomes}: ${times.full(at)}`}
        </p>
        <Problem error={moving.error} />
        <DialogEnd keep={t.keep} close={close} verb={t.moveVerb} isBusy={moving.isPending} />
      </form>
    </Dialog>
  )
}

interface ReadingsProps {
  readonly reading: Exclude<Reading, { kind: 'once' }>
  readonly chosen: string | null
  readonly choose: (at: string) => void
  readonly isMissing: boolean
}

/** In a night in which the clocks change, a time may not exist, or exist twice. */
function Readings({ reading: { kind, first, second }, chosen, choose, isMissing }: ReadingsProps) {
  const t = useWords(calendarWords)
  const times = useTimes()
  const text = kind === 'never' ? t.skipped : t.twice
  return (
    <Radio.Group
      mt="md"
      value={chosen}
      onChange={choose}
      label={isMissing ? undefined : text}
      error={isMissing ? text : undefined}
      aria-label={text}
    >
      <div className={classes.readings}>
        {[first, second].map((at) => (
          <Radio key={at} value={new Date(at).toISOString()} label={times.full(at)} />
        ))}
      </div>
    </Radio.Group>
  )
}
