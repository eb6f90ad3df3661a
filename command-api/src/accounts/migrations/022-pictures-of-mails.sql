-- Mails name a picture by its file; those that wait name it by its id.
UPDATE mails SET facts = facts || jsonb_build_object('picture', facts #>> '{breakGlass,pictureId}') WHERE kind = 'break-glass';
