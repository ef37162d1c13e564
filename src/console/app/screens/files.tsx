/** The files of the scope. */
import type { FileEntry } from "../../overview.js";
import { amount } from "../lib/format.js";
import { href } from "../lib/route.js";
import { overview } from "../lib/state.js";
import { Empty, Loading, Problem, Time, Title } from "../ui/parts.js";

/** The screen of the files of the scope. */
export function Files() {
  const counted = overview.value;
  if (counted instanceof Error) return <Problem error={counted} />;
  return (
    <>
      <Title note="Files whose passages are kept. A file with another version has passages of several.">
        Files
      </Title>
      {counted === undefined && <Loading what="the files" />}
      {counted?.files.length === 0 && (
        <Empty>
          No file is kept in this scope. <code>keepsake remember --file report.pdf</code> keeps one.
        </Empty>
      )}
      {counted !== undefined && counted.files.length > 0 && <FileTable files={counted.files} />}
    </>
  );
}

function FileTable({ files }: { files: readonly FileEntry[] }) {
  return (
    <table>
      <caption class="hidden">Files</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" class="middle">
            Media type
          </th>
          <th scope="col" class="number">
            Passages
          </th>
          <th scope="col" class="number middle">
            Versions
          </th>
          <th scope="col">Remembered</th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.file_id}>
            <td class="text">
              <a href={href("memories", "", { source: file.source_id, order: "oldest" })}>{file.name}</a>
            </td>
            <td class="middle">{file.media_type}</td>
            <td class="number">{amount(file.passages)}</td>
            <td class="number middle">{file.versions}</td>
            <td class="when">
              <Time at={file.remembered_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
