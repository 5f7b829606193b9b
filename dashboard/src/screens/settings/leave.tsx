import { useBlocker } from '@tanstack/react-router'
import { Ask } from '../../parts/ask.tsx'
import { useWords } from '../../words/words.ts'
import { settingsWords } from './settings-words.ts'

/** Asks before changes that are not saved are left. */
export function Leave({ isChanged }: { readonly isChanged: boolean }) {
  const t = useWords(settingsWords)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  return (
    <Ask
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={t.leaveTitle}
      verb={t.leave}
      keep={t.stay}
      danger
      run={async () => proceed?.()}
    >
      {t.leaveText}
    </Ask>
  )
}
