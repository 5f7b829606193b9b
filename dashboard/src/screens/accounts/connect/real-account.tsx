import type { Platform } from '@polypost/sdk'
import { PermissionError } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { appQuery } from '../../../data/accounts.ts'
import { type PlatformName, titleOf } from '../../../data/platforms.ts'
import { NumberedStep } from '../../../parts/numbered-step.tsx'
import { ReadError } from '../../../parts/read-error.tsx'
import { useWords } from '../../../words/words.ts'
import { AppPassword } from './app-password.tsx'
import { LoginChoice } from './choices.tsx'
import { connectWords } from './connect-words.ts'
import { DeveloperApp } from './developer-app.tsx'
import { Needs } from './needs.tsx'
import { SignIn } from './sign-in.tsx'

interface Props {
  readonly platform: PlatformName
  readonly rules: Platform
}

export function RealAccount({ platform, rules }: Props) {
  const t = useWords(connectWords)
  const isByPassword = platform === 'bluesky'
  return (
    <ol>
      <NumberedStep number={1} state="later">
        <h3>{t.need}</h3>
        <Needs platform={platform} />
      </NumberedStep>
      {isByPassword ? (
        <NumberedStep number={2} state="now">
          <h3>{t.signIn}</h3>
          <AppPassword />
        </NumberedStep>
      ) : (
        <ByApp platform={platform} rules={rules} />
      )}
    </ol>
  )
}

function ByApp({ platform, rules }: Props) {
  const t = useWords(connectWords)
  const logins = rules.logins ?? []
  const [login, setLogin] = useState((logins.find(({ configured }) => configured) ?? logins[0])?.name)
  // Only the owner of the instance may see the app. The others see whether there is one.
  const app = useQuery({ ...appQuery(platform), retry: false })
  const isHidden = app.error instanceof PermissionError
  const shown = app.data?.logins.find((one) => login === undefined || one.login === login)
  const isSet = shown ? shown.source !== null : (logins.find(({ name }) => name === login) ?? rules).configured
  return (
    <>
      <NumberedStep number={2} state={isSet ? 'done' : 'now'}>
        <h3>{t.app}</h3>
        <LoginChoice logins={logins} login={login} choose={setLogin} />
        {shown && <DeveloperApp key={shown.login} platform={platform} login={shown} />}
        {isHidden && <p className="small second">{isSet ? t.operatorSet : t.operator(titleOf(platform))}</p>}
        {app.error && !isHidden && <ReadError what={t.app} error={app.error} retry={app.refetch} />}
      </NumberedStep>
      <NumberedStep number={3} state={isSet ? 'now' : 'later'}>
        <h3>{t.signIn}</h3>
        <SignIn platform={platform} login={logins.length > 0 ? login : undefined} app={shown} isSet={isSet} />
      </NumberedStep>
    </>
  )
}
