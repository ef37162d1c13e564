/** Who has no key has no long body read. */
import { Memory } from "keepsake";
import { createHandler, singleKey } from "keepsake/server";
import { expect, it } from "vitest";

it("a long body under an unknown key is not read, and a short wrong one is still told so", async () => {
  await using memory = new Memory();
  const handler = createHandler({ resolve: singleKey(memory, "right") });
  let pulled = 0;
  const endless = () =>
    new ReadableStream({
      pull(controller) {
        pulled += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
        if (pulled > 8 * 2 ** 20) controller.close();
      },
    });
  const post = (key: string, body: string | ReadableStream, headers: Record<string, string> = {}) =>
    handler(
      new Request("http://localhost/api/memory/file", {
        method: "POST",
        body,
        duplex: "half",
        headers: { "x-api-key": key, ...headers },
      }),
    );
  const refused = await post("wrong", endless());
  expect(refused.status).toBe(413);
  expect(pulled).toBeLessThan(2 ** 20);
  pulled = 0;
  const declared = await post("wrong", endless(), { "content-length": String(8 * 2 ** 20) });
  // What the specification gives a wrong key.
  expect(await declared.json()).toMatchObject({ data: { error: "not_found" } });
  expect(pulled).toBeLessThan(2 ** 20);
  expect((await post("wrong", "{")).status).toBe(422);
});
