import { Radio, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTimes } from '../words/times.ts'
import { useWords } from '../words/words.ts'
import { type LocalTime, type Reading, readLocal } from '../words/zoned.ts'
import { Dialog } from './dialog.tsx'
import { DialogEnd } from './dialog-end.tsx'
import { Problem } from './problem.tsx'
import classes from './time-dialog.module.css'
import { timeDialogWords } from './time-dialog-words.ts'
import { TitleOf } from './title-of.tsx'

interface Props {
  readonly title: string
  /** The profile that it is about, by its ID. */
  readonly of?: string | null
  readonly verb: string
  /** The time that is filled in, on the clocks of the zone in view. */
  readonly start: LocalTime
  readonly close: () => void
  /** Fails with what the service says. */
  readonly run: (at: string) => Promise<unknown>
  readonly children?: ReactNode
}

/** Asks for a time in the zone in view. */
export function TimeDialog({ title, of, verb, start, close, run, children }: Props) {
  const t = useWords(timeDialogWords)
  const times = useTimes()
  const [date, setDate] = useState(start.slice(0, 10))
  const [clock, setClock] = useState(start.slice(11, 16))
  const [chosen, setChosen] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const running = useMutation({ mutationFn: run, onSuccess: close })
  const reading = date === '' || clock === '' ? null : readLocal(`${date}T${clock}`, times.zone)
  const at = reading?.kind === 'once' ? new Date(reading.at).toISOString() : chosen
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(at === null)
    if (at !== null && !running.isPending) running.mutate(at)
  }
  const change = (set: (value: string) => void) => (event: FormEvent<HTMLInputElement>) => {
    set(event.currentTarget.value)
    setChosen(null)
    setMissing(false)
  }
  return (
    <Dialog opened onClose={close} title={<TitleOf title={title} of={of} />} withCloseButton={false}>
      {children && <p className="second">{children}</p>}
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
        <Problem error={running.error} />
        <DialogEnd keep={t.keep} close={close} verb={verb} isBusy={running.isPending} />
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
  const t = useWords(timeDialogWords)
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
