import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { polypost } from '../../data/client.ts'
import { type PlatformName, titleOf, useOffered } from '../../data/platforms.ts'
import { faultsQuery } from '../../data/sandbox.ts'
import { Ask } from '../../parts/ask.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useWords } from '../../words/words.ts'
import { Calls } from './calls.tsx'
import { Faults } from './faults.tsx'
import classes from './sandbox.module.css'
import { sandboxWords } from './sandbox-words.ts'
import { Shown } from './shown.tsx'

/** The simulated platforms: what they show, and what goes wrong on them. */
export function Sandbox() {
  const t = useWords(sandboxWords)
  const asked = useSearch({ from: '/sandbox' }).platform
  const offered = useOffered()
  const platform = offered.find((name) => name === asked) ?? offered[0]
  return (
    <Screen title={t.title} fact={t.fact} actions={<Reset />}>
      <div className={classes.sandbox}>
        <nav className={classes.platforms} aria-label={t.platforms}>
          {offered.map((name) => (
            <PlatformLink key={name} name={name} isCurrent={name === platform} />
          ))}
        </nav>
        {platform && (
          <div className={classes.work} key={platform}>
            <Faults platform={platform} />
            <Shown platform={platform} />
            <Calls platform={platform} />
          </div>
        )}
      </div>
    </Screen>
  )
}

function PlatformLink({ name, isCurrent }: { readonly name: PlatformName; readonly isCurrent: boolean }) {
  const t = useWords(sandboxWords)
  const { data } = useQuery(faultsQuery(name))
  const waiting = data?.faults.length ?? 0
  return (
    <Link
      to="/sandbox"
      search={(before) => ({ ...before, platform: name })}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Mark platform={name} size={16} />
      {titleOf(name)}
      {waiting > 0 && (
        <span className={classes.count}>
          <span aria-hidden="true">{waiting}</span>
          <span className="hidden-text">{t.waiting(waiting)}</span>
        </span>
      )}
    </Link>
  )
}

function Reset() {
  const t = useWords(sandboxWords)
  const queries = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure(false)
  const reset = async () => {
    await polypost.sandbox.reset()
    await queries.invalidateQueries()
  }
  return (
    <>
      <Button variant="danger" onClick={open}>
        {t.reset}
      </Button>
      <Ask opened={isAsking} onClose={close} title={t.resetAsk} verb={t.resetVerb} keep={t.keep} danger run={reset}>
        {t.resetText}
      </Ask>
    </>
  )
}
