-- expand
ALTER TABLE "reported_items" DROP CONSTRAINT "reported_items_one";--> statement-breakpoint
ALTER TABLE "reported_items" ADD COLUMN "note_id" uuid;--> statement-breakpoint
ALTER TABLE "share_notes" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reported_items" ADD CONSTRAINT "reported_items_note_id_share_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."share_notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_items" ADD CONSTRAINT "reported_items_note_id_unique" UNIQUE("note_id");--> statement-breakpoint
ALTER TABLE "reported_items" ADD CONSTRAINT "reported_items_one" CHECK (case "reported_items"."kind" when 'track' then "reported_items"."track_id" when 'playlist' then "reported_items"."playlist_id" when 'comment' then "reported_items"."comment_id" when 'note' then "reported_items"."note_id" else "reported_items"."user_id" end is not null
        and num_nonnulls("reported_items"."track_id", "reported_items"."playlist_id", "reported_items"."user_id", "reported_items"."comment_id", "reported_items"."note_id") = 1);