import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AppLogin } from '@polypost/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { appsQuery } from '../../data/accounts.ts'
import { polypost } from '../../data/client.ts'
import { type PlatformName, platformsQuery, titleOf } from '../../data/platforms.ts'
import { Ask } from '../../parts/ask.tsx'
import { useFresh } from '../../parts/fresh.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import classes from './apps.module.css'
import { appsWords } from './apps-words.ts'

interface Props {
  readonly platform: PlatformName
  readonly login: AppLogin
}

/** Deletes a stored app, after saying what depends on it. */
export function RemoveApp({ platform, login: { login, shared_with } }: Props) {
  const t = useWords(appsWords)
  const queries = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure(false)
  const { withPassword, question } = useFresh()
  const remove = async () => {
    await withPassword(() => polypost.apps.delete(platform, login === platform ? {} : { login }))
    await queries.invalidateQueries(appsQuery)
    await queries.invalidateQueries(platformsQuery)
  }
  return (
    <>
      <Button variant="danger" size="xs" onClick={open}>
        {t.remove}
      </Button>
      <Ask
        opened={isAsking}
        onClose={close}
        title={t.removeTitle(titleOf(platform))}
        verb={t.removeVerb}
        keep={t.keep}
        danger
        run={remove}
      >
        <p>{t.removeText}</p>
        <Dependents platforms={[platform, ...shared_with]} />
      </Ask>
      {question}
    </>
  )
}

/** The connected accounts of the platforms that use the app. */
function Dependents({ platforms }: { readonly platforms: readonly string[] }) {
  const t = useWords(appsWords)
  const { count } = useNumbers()
  const { data } = useQuery(appsQuery)
  const shown = data?.apps.filter((app) => platforms.includes(app.platform) && app.connected_accounts > 0)
  const total = shown?.reduce((sum, app) => sum + app.connected_accounts, 0)
  if (shown === undefined || total === undefined) return null
  if (total === 0) return <p className={classes.depends}>{t.nothingDepends}</p>
  return (
    <>
      <p className={classes.depends}>{t.dependOnIt(count(total), total === 1)}</p>
      <ul className={classes.dependents}>
        {shown.map((app) => (
          <li key={app.platform}>{t.at(titleOf(app.platform), count(app.connected_accounts))}</li>
        ))}
      </ul>
    </>
  )
}
