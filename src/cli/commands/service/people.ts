/** `keepsake people`: manages who can sign in to a service. */

import type { PersonEntry } from "../../../accounts/registry/people/people.js";
import { linkMs } from "../../../accounts/registry/people/sessions.js";
import type { Command } from "../../../bundled/commander.js";
import { hashPassword } from "../../../sign-in/passwords.js";
import { linkPath } from "../../../sign-in/paths.js";
import type { Context } from "../../context.js";
import { UsageError } from "../../exit-codes.js";
import { type DataFlags, dataOption, group, table, withFolder } from "../../stores/data-folder.js";
import { linesFrom } from "../../terminal/input.js";

const examples = `
Examples:
  keepsake people add ana@example.com --data /var/lib/keepsake
  keepsake people link ana@example.com --public-url https://memory.example.com --data /var/lib/keepsake
  keepsake people password ana@example.com --data /var/lib/keepsake < password.txt

A person signs in with a one-time link, or with a password of at least 15 characters. A link opens once, within 15
minutes: anybody who has it signs in as this person. What a person may open is set with keepsake members.`;

/** Adds the commands. */
export function addPeople(program: Command, context: Context): void {
  const people = group(program, "people", "add, list and disable the people who can sign in").addHelpText(
    "after",
    examples,
  );
  addListing(people, context);
  addSecrets(people, context);
  addSwitches(people, context);
}

/** The commands that add and list people. */
function addListing(people: Command, context: Context): void {
  people
    .command("add <login>")
    .description("Adds a person, who can sign in with a one-time link.")
    .addOption(dataOption())
    .action((login: string, flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) => show([registry.people.add(login)], context)),
    );
  people
    .command("list")
    .description("Lists people.")
    .addOption(dataOption())
    .action((flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) => show(registry.people.list(), context)),
    );
}

/** The commands that set what a person signs in with. */
function addSecrets(people: Command, context: Context): void {
  people
    .command("link <login>")
    .description("Prints a one-time link with which a person signs in.")
    .option("--public-url <url>", "the address of the service", "http://127.0.0.1:8787")
    .addOption(dataOption())
    .action((login: string, flags: DataFlags & { publicUrl: string }) => link(login, flags, context));
  people
    .command("password <login>")
    .description(
      "Sets the password of a person to the first line of the standard input. Ends their sessions.",
    )
    .addOption(dataOption())
    .action((login: string, flags: DataFlags) => setPassword(login, flags, context));
}

/** The commands that disable and enable a person. */
function addSwitches(people: Command, context: Context): void {
  people
    .command("disable <login>")
    .description("Ends the sessions, links and tokens of a person, who can no longer sign in.")
    .addOption(dataOption())
    .action((login: string, flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) => show([registry.people.setDisabled(login, true)], context)),
    );
  people
    .command("enable <login>")
    .description("Lets a disabled person sign in again.")
    .addOption(dataOption())
    .action((login: string, flags: DataFlags) =>
      withFolder(flags, context, ({ registry }) =>
        show([registry.people.setDisabled(login, false)], context),
      ),
    );
}

function link(
  login: string,
  flags: DataFlags & { readonly publicUrl: string },
  context: Context,
): Promise<void> {
  const { json, terminal } = context;
  if (!URL.canParse(flags.publicUrl))
    throw new UsageError(`Cannot make a link: --public-url must be a URL, got ${flags.publicUrl}`);
  return withFolder(flags, context, async ({ registry: { people, sessions } }) => {
    const secret = sessions.newLink(people.get(login).id);
    const url = new URL(linkPath(secret), flags.publicUrl).href;
    if (json) return terminal.json({ url, minutes: linkMs / 60_000 });
    await terminal.line(url);
    await terminal.remark(
      `Opens once, within ${linkMs / 60_000} minutes, and signs in as ${people.get(login).login}.`,
    );
  });
}

async function setPassword(login: string, flags: DataFlags, context: Context): Promise<void> {
  if (context.io.stdin.isTTY === true)
    throw new UsageError("Cannot set a password: it must be piped in, so that no terminal shows it");
  let password = "";
  for await (const line of linesFrom(context.io)) {
    password = line;
    break;
  }
  const hash = await hashPassword(password);
  await withFolder(flags, context, ({ registry: { people } }) => {
    people.setPassword(people.get(login).id, hash);
    return show([people.get(login)], context);
  });
}

async function show(people: readonly PersonEntry[], { json, terminal }: Context): Promise<void> {
  if (json)
    return terminal.json(
      people.map(({ login, hasPassword, createdAt, disabledAt }) => ({
        login,
        has_password: hasPassword,
        created_at: createdAt,
        disabled_at: disabledAt,
      })),
    );
  const rows = people.map(({ login, hasPassword, createdAt, disabledAt }) => [
    login,
    hasPassword ? "yes" : "no",
    createdAt.slice(0, 10),
    disabledAt?.slice(0, 10) ?? "",
  ]);
  for (const line of table([["login", "password", "added", "disabled"], ...rows])) await terminal.line(line);
}
