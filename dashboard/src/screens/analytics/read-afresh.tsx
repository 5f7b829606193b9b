import { Button } from '@mantine/core'
import { useMay } from '../../data/session.ts'
import { Icon } from '../../parts/icon.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import { afreshWords } from './afresh-words.ts'
import type { Afresh } from './use-read-afresh.ts'

export function ReadAfresh({ afresh: { run, doing, error } }: { readonly afresh: Afresh }) {
  const t = useWords(afreshWords)
  if (!useMay('editor') || run === null) return null
  return (
    <>
      <Problem error={error} />
      <Button leftSection={<Icon name="retry" />} onClick={run}>
        {doing ?? t.verb}
      </Button>
    </>
  )
}
