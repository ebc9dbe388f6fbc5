/** Passkeys: made and shown by the browser, kept by the server. */
import { post } from "$lib/api";
import type { Ceremony, Me, PasskeyCard } from "$lib/wire";

const NUMBERS = /^[\d.]+$|^\[/;

/**
 * Whether this browser, over this connection, can do it. Passkeys are bound to a name, never to an address in numbers.
 */
export const passkeysWork = (): boolean =>
  "PublicKeyCredential" in globalThis &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential &&
  isSecureContext &&
  !NUMBERS.test(location.hostname);

/** Somebody thought better of it, or took too long: nothing went wrong. */
export const notNow = (problem: unknown): boolean =>
  problem instanceof DOMException && problem.name === "NotAllowedError";

const told = (credential: Credential | null): unknown => (credential as PublicKeyCredential | null)?.toJSON();

/** Make one for whoever one is. Throws what the browser or the server says against it. */
export async function addPasskey(label: string): Promise<PasskeyCard> {
  const { ceremony, options } = await post<Ceremony>("/api/me/passkeys/options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = told(await navigator.credentials.create({ publicKey }));
  return post<PasskeyCard>("/api/me/passkeys", { ceremony, credential, label });
}

/** Be again whom a passkey belongs to. */
export async function comeWithPasskey(): Promise<Me> {
  const { ceremony, options } = await post<Ceremony>("/api/passkeys/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = told(await navigator.credentials.get({ publicKey }));
  return post<Me>("/api/passkeys/login", { ceremony, credential });
}
