import { settingNames } from '../../server/config/config.ts'

/** Every setting left out, whatever the environment and `.env` say. */
export const defaultSettings: Readonly<Record<string, string>> = Object.fromEntries(
  settingNames.map((name) => [name, '']),
)

/** What tests and measurements start a product of their own with: the sandbox, on ports and data of its own. */
export function ownSettings(port: number, dataDir: string): Record<string, string> {
  return {
    ...defaultSettings,
    PORT: String(port),
    STRIPE_SANDBOX_PORT: String(port + 10),
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${port + 20}`,
    DATA_DIR: dataDir,
  }
}
