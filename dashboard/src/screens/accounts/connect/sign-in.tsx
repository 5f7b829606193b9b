import { Button } from '@mantine/core'
import type { AppLogin } from '@polypost/sdk'
import { type PlatformName, titleOf } from '../../../data/platforms.ts'
import { Problem } from '../../../parts/problem.tsx'
import { useWords } from '../../../words/words.ts'
import { connectWords } from './connect-words.ts'
import { Scopes } from './scopes.tsx'
import { useConnect } from './use-connect.ts'

interface Props {
  readonly platform: PlatformName
  /** Undefined: the platform has one way to sign in. */
  readonly login: string | undefined
  /** Undefined: the person may not see it. */
  readonly app: AppLogin | undefined
  readonly isSet: boolean
}

export function SignIn({ platform, login, app, isSet }: Props) {
  const t = useWords(connectWords)
  const connect = useConnect(platform)
  const title = titleOf(platform)
  return (
    <>
      {app && <Scopes title={title} app={app} />}
      {isSet ? (
        <>
          <p className="small second">{t.signInText(title)}</p>
          <Button
            variant="filled"
            loading={connect.isPending}
            onClick={() => connect.mutate({ inBrowser: true, ...(login === undefined ? {} : { login }) })}
          >
            {t.signInAt(title)}
          </Button>
        </>
      ) : (
        <p className="small third">{t.needsApp}</p>
      )}
      <Problem error={connect.error} />
    </>
  )
}
