import type { Scope } from '../contract/operation.ts'
import { pastedCode } from '../domain/application.ts'
import type { Policy } from '../domain/policy.ts'
import { isLoopback } from '../domain/redirect-uri.ts'
import { html, type Markup } from '../system/markup.ts'
import { type Page, problemText } from './page.ts'

interface ConsentRequest {
  readonly application: { readonly name: string }
  /** The host by which a person can recognise the application. */
  readonly host: string
  readonly redirectUri: string
  /** All of it as it came, to ask again. */
  readonly fields: Readonly<Record<string, string>>
}

interface ConsentQuestion {
  readonly person: string
  /** The user for whom the application would act. */
  readonly user: { readonly id: number; readonly email: string }
  readonly scopes: readonly Scope[]
  readonly policy: Policy['type']
  readonly unattended: boolean
}

const scopeWords = {
  read: 'read your posts, drafts, files, comments and numbers',
  write: 'save drafts, store files, and prepare what goes out',
  admin: 'administer this instance: users, keys, people and apps',
}

const policyWords: Readonly<Record<Policy['type'], string>> = {
  drafts: 'Drafts only: a person approves whatever goes out',
  ahead: 'Only posts that are scheduled ahead, so that you can still cancel them',
  publish: 'Everything, also at once',
}

const cancels = html`<li>cancel scheduled posts, unless you choose drafts only</li>`

/** Asks whether an application gets access. It works without scripts. */
export function consentPage(request: ConsentRequest, question: ConsentQuestion, action: string): Page {
  const { name } = request.application
  const { person, user, scopes } = question
  const fields = { ...request.fields, user: String(user.id) }
  return {
    title: `Allow ${name} to use Polypost?`,
    body: html`<dl>
        <dt>Application</dt><dd>${name}, <strong>${request.host}</strong></dd>
        <dt>You are</dt><dd>${person}</dd>
        <dt>It would act for the user</dt><dd>${user.email}</dd>
      </dl>
      ${warningOf(request)}
      <h2>It could</h2>
      <ul>${scopes.map((scope) => html`<li>${scopeWords[scope]}</li>${scope === 'write' ? cancels : html``}`)}</ul>
      <form method="post" action="${action}">
        ${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
        ${scopes.includes('write') ? choices(question) : html`<input type="hidden" name="policy" value="drafts">`}
        <button type="submit" name="decision" value="allow">Allow</button>
        <button type="submit" name="decision" value="deny" formnovalidate>Do not allow</button>
      </form>
      <p class="small">It never has more rights than your own role. The access ends at once when its key is revoked: it is in the list of API keys.</p>`,
  }
}

const choices = ({ policy, unattended }: ConsentQuestion): Markup => html`<fieldset>
          <legend>What may go out</legend>
          ${(['drafts', 'ahead', 'publish'] as const).map(
            (type) => html`
          <label><input type="radio" name="policy" value="${type}"${type === policy ? checked : html``}> <span>${policyWords[type]}</span></label>`,
          )}
          <label><span>Minutes ahead, if only scheduled posts may go out</span> <input type="number" name="minutes_ahead" min="1" max="10080" value="10" required></label>
          <label><input type="checkbox" name="unattended" value="yes"${unattended ? checked : html``}> <span>May publish and delete without asking</span></label>
          <p class="note">Without this, an assistant asks you first. A program that can’t ask saves drafts, and a person publishes them.</p>
        </fieldset>`

const checked = html` checked`

/** The name is what the application says of itself. What tells more is where it is. */
function warningOf({ host, redirectUri }: ConsentRequest): Markup {
  if (redirectUri === pastedCode)
    return html`<p class="problem">You will get a code. Enter it only in the terminal where you began. If somebody sent you this link, do not allow it.</p>`
  const url = new URL(redirectUri)
  if (isLoopback(url))
    return html`<p class="problem">This is a program on the computer in front of you, and Polypost cannot check which one. Allow it only if you have just started it yourself.</p>`
  return html`<p>Your browser then goes to <strong>${url.host || url.protocol}</strong>. Allow it only if you know ${host} and have just come from there.</p>`
}

/** For the moment in which the browser goes back to the application. */
export const goingBackPage = ({ application, host }: ConsentRequest, url: string, allowed: boolean): Page => ({
  title: allowed ? `${application.name} may use Polypost now` : refused,
  body: html`<p>Your browser goes back to the application. You can close this page if it stays.</p>
      <p><a href="${url}">Go on to ${host}</a></p>`,
})

const refused = 'Nothing was allowed'

export const refusedPage = (message: string): Page => ({ title: refused, body: problemText(message) })

/** Nobody was asked yet, so no program is started without a press. */
export const faultPage = (url: string): Page => ({
  title: refused,
  body: html`${problemText(`The request of the application is not valid: ${faultIn(url)} Tell whoever makes the application.`)}
      <p><a href="${url}">Go back to the application</a></p>`,
})

/** The fault, as the application gets it. */
const faultIn = (url: string): string => new URL(url).searchParams.get('error_description') ?? ''

export const codePage = (code: string): Page => ({
  title: 'Copy this code',
  body: html`<p>Enter it in the terminal where you began, within a minute. Give it to nobody.</p>
      <p><code>${code}</code></p>`,
})
