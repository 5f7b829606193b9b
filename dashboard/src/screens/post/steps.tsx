import type { JobStep, Post } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { stepsQuery } from '../../data/post.ts'
import { ReadError } from '../../parts/read-error.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useTimes } from '../../words/times.ts'
import { useWords, words } from '../../words/words.ts'
import type { PostJob } from './groups.ts'
import classes from './post.module.css'

type StepTexts = Readonly<Record<JobStep['status'], string>>

const stepWords = words<{
  readonly steps: string
  readonly none: string
  readonly tries: (count: number) => string
  readonly kinds: Readonly<Record<JobStep['kind'], StepTexts>>
}>(
  {
    steps: 'Steps',
    none: 'Publishing has not started.',
    tries: (count) => `try ${count}`,
    kinds: {
      prepare: {
        planned: 'Prepare',
        running: 'Preparing',
        done: 'Prepared',
        failed: 'Preparing failed',
        in_doubt: 'Preparing: no answer',
      },
      upload: {
        planned: 'Upload a file',
        running: 'Uploading a file',
        done: 'File uploaded',
        failed: 'The upload failed',
        in_doubt: 'The upload: no answer',
      },
      wait: {
        planned: 'Wait for the platform',
        running: 'The platform is processing the files',
        done: 'The platform is ready',
        failed: 'The platform did not get ready',
        in_doubt: 'The platform: no answer',
      },
      commit: {
        planned: 'Publish',
        running: 'Publishing',
        done: 'Published',
        failed: 'Publishing failed',
        in_doubt: 'Told to publish; no answer came',
      },
      follow_up: {
        planned: 'What follows the post',
        running: 'What follows the post is being sent',
        done: 'What follows the post was sent',
        failed: 'What follows the post failed',
        in_doubt: 'What follows the post: no answer came',
      },
    },
  },
  {
    steps: 'Schritte',
    none: 'Das Veröffentlichen hat noch nicht begonnen.',
    tries: (count) => `Versuch ${count}`,
    kinds: {
      prepare: {
        planned: 'Vorbereiten',
        running: 'Wird vorbereitet',
        done: 'Vorbereitet',
        failed: 'Vorbereiten fehlgeschlagen',
        in_doubt: 'Vorbereiten: keine Antwort',
      },
      upload: {
        planned: 'Eine Datei hochladen',
        running: 'Eine Datei wird hochgeladen',
        done: 'Datei hochgeladen',
        failed: 'Hochladen fehlgeschlagen',
        in_doubt: 'Hochladen: keine Antwort',
      },
      wait: {
        planned: 'Auf die Plattform warten',
        running: 'Die Plattform verarbeitet die Dateien',
        done: 'Die Plattform ist bereit',
        failed: 'Die Plattform wurde nicht bereit',
        in_doubt: 'Plattform: keine Antwort',
      },
      commit: {
        planned: 'Veröffentlichen',
        running: 'Wird veröffentlicht',
        done: 'Veröffentlicht',
        failed: 'Veröffentlichen fehlgeschlagen',
        in_doubt: 'Auftrag erteilt, keine Antwort',
      },
      follow_up: {
        planned: 'Was auf den Beitrag folgt',
        running: 'Was auf den Beitrag folgt, wird gesendet',
        done: 'Was auf den Beitrag folgt, ist gesendet',
        failed: 'Was auf den Beitrag folgt, schlug fehl',
        in_doubt: 'Was auf den Beitrag folgt: keine Antwort',
      },
    },
  },
)

/** How often the progress of an upload is read, in milliseconds. */
const pollEvery = 2_000

/** The steps of publishing, and how far they are. */
export function Steps({ post, job }: { readonly post: Post; readonly job: PostJob }) {
  const t = useWords(stepWords)
  const isMoving = job.status === 'processing'
  const { data, error, refetch } = useQuery({
    ...stepsQuery(post.id, job.jobId),
    refetchInterval: isMoving ? pollEvery : false,
  })
  if (error) return <ReadError what={t.steps} error={error} retry={refetch} />
  if (data?.steps.length === 0) return <p className="small third">{t.none}</p>
  return (
    <ol className={classes.steps}>
      {data?.steps.map((step) => (
        <Step key={step.name} step={step} />
      ))}
    </ol>
  )
}

function Step({ step: { kind, status, share, tries, started_at, finished_at } }: { readonly step: JobStep }) {
  const t = useWords(stepWords)
  const times = useTimes()
  const { percent } = useNumbers()
  const at = finished_at ?? started_at
  return (
    <li data-status={status}>
      {at === null ? <span /> : <time dateTime={at}>{times.clockSeconds(at)}</time>}
      <span>
        {t.kinds[kind][status]}
        {status === 'running' && share !== null && `, ${percent(share)}`}
        {tries > 1 && `, ${t.tries(tries)}`}
      </span>
    </li>
  )
}
