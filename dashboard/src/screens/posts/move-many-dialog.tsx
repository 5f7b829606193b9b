import { Button, Group, Radio, TextInput } from '@mantine/core'
import type { Post } from '@polypost/sdk'
import { useQueries } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { freeSlotsQuery } from '../../data/free-slots.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Problem } from '../../parts/problem.tsx'
import { TitleOf } from '../../parts/title-of.tsx'
import { toast } from '../../parts/toast.tsx'
import { useTimes } from '../../words/times.ts'
import { instantOf, movedBy, wallTimeOf } from '../../words/wall-time.ts'
import { useWords } from '../../words/words.ts'
import { BulkPreview, BulkRefused } from './bulk-preview.tsx'
import { type BulkDialogProps, oneProfileOf } from './cancel-dialog.tsx'
import classes from './posts.module.css'
import { bulkWords } from './posts-words.ts'
import { useBulk } from './use-bulk.ts'

type How = 'days' | 'slots'

/** Moves many posts, after it has said where each of them goes. */
export function MoveManyDialog({ posts, close, done }: BulkDialogProps) {
  const t = useWords(bulkWords)
  const [how, setHow] = useState<How>('days')
  const [text, setText] = useState('1')
  const days = /^-?\d{1,3}$/.test(text) && Number(text) !== 0 ? Number(text) : null
  const targets = useTargets(posts, how, days)
  const { doing, refused } = useBulk((count) => {
    toast(t.moved(count))
    close()
    done()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const ids = posts.filter(({ editable }) => editable).map(({ id }) => id)
    if (ids.length === 0 || (how === 'days' && days === null) || doing.isPending) return
    const where = how === 'days' ? { shift: { days: days ?? 0 } } : { scheduled_at: 'next_slot' }
    doing.mutate({ action: 'move', ids, ...where })
  }
  const isOver = doing.data !== undefined
  return (
    <Dialog
      opened
      onClose={close}
      title={<TitleOf title={t.moveTitle(posts.length)} of={oneProfileOf(posts)} />}
      withCloseButton={false}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        {!isOver && <HowFields how={how} setHow={setHow} text={text} setText={setText} isValid={days !== null} />}
        {!isOver && <BulkPreview outcomes={targets} />}
        {isOver && <p>{t.moved(doing.data.done)}</p>}
        <BulkRefused refused={refused} posts={posts} />
        <Problem error={doing.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="subtle" onClick={close}>
            {isOver ? t.close : t.keep}
          </Button>
          {!isOver && (
            <Button variant="filled" type="submit" loading={doing.isPending}>
              {t.moveVerb}
            </Button>
          )}
        </Group>
      </form>
    </Dialog>
  )
}

/** Where each post goes, as the service will do it. */
function useTargets(posts: readonly Post[], how: How, days: number | null) {
  const t = useWords(bulkWords)
  const times = useTimes()
  const profiles = [...new Set(posts.flatMap(({ profile_id }) => profile_id ?? []))]
  const read = useQueries({ queries: profiles.map((id) => ({ ...freeSlotsQuery(id), enabled: how === 'slots' })) })
  const free = new Map(profiles.map((id, at) => [id, [...(read[at]?.data ?? [])]]))
  return posts.map((post) => {
    if (!post.editable) return { post, stays: true, text: t.begun }
    if (how === 'slots') {
      const at = free.get(post.profile_id ?? '')?.shift()
      return { post, stays: at === undefined, text: at === undefined ? t.noSlot : t.to(times.time(at)) }
    }
    // The service keeps the time of the day in the zone of the post.
    const zone = post.scheduled_timezone ?? 'UTC'
    const at = instantOf(movedBy(wallTimeOf(post.effective_at, zone), { days: days ?? 0 }), zone)
    return { post, stays: days === null, text: t.to(times.time(at)) }
  })
}

interface HowProps {
  readonly how: How
  readonly setHow: (how: How) => void
  readonly text: string
  readonly setText: (text: string) => void
  readonly isValid: boolean
}

function HowFields({ how, setHow, text, setText, isValid }: HowProps) {
  const t = useWords(bulkWords)
  return (
    <>
      <Radio.Group value={how} onChange={(value) => setHow(value === 'slots' ? 'slots' : 'days')} aria-label={t.how}>
        <div className={classes.options}>
          <Radio value="days" label={t.byDays} />
          <Radio value="slots" label={t.toSlots} />
        </div>
      </Radio.Group>
      {how === 'days' && (
        <TextInput
          label={t.days}
          description={t.daysHint}
          error={isValid ? undefined : t.noDays}
          inputMode="numeric"
          data-autofocus
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value.trim())}
        />
      )}
    </>
  )
}
